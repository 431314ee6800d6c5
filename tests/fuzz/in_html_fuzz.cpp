// HTML: the fast reader finds what the exact one finds, wherever the text lies in its windows; asked for what
// stands around links and for URLs in text, it finds the same links.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/references/html/in_html.hpp"
#include "src/text/utf8.hpp"
#include "tests/references/found_links.hpp"

namespace {

using namespace urlsieve;

// The links but for those of text; what is told of each is sound.
std::vector<std::string> with_context(const document& doc, link_options options) {
  options.text_links = options.note_context = true;
  html_finder finder(options, text_options{});
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  if (found.contexts.size() != found.references.size()) std::abort();
  findings links;
  links.embedded_base = found.embedded_base;
  for (std::size_t i = 0; i < found.references.size(); ++i) {
    const std::string_view text = found.contexts[i].text;
    if (text.size() > anchor_texts::longest || !is_utf8(text)) std::abort();
    if (text.find("  ") != std::string_view::npos || text.starts_with(' ') || text.ends_with(' '))
      std::abort();
    if (found.references[i].position > doc.body.size()) std::abort();
    if (found.references[i].where != "text") links.references.push_back(found.references[i]);
  }
  return testing::lines_of(links);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urlsieve;
  if (size < 2) return 0;
  link_options options;
  options.links = static_cast<link_choice>(data[0] % 4);
  // What stands before moves the text over the borders of vectors and windows.
  const std::size_t before = data[1] < 128 ? data[1] : markup_window::size - (data[1] - 128U);
  const std::string text =
      std::string(before, ' ') + std::string(reinterpret_cast<const char*>(data + 2), size - 2);
  const auto bytes = std::make_unique<char[]>(text.size());
  std::copy(text.begin(), text.end(), bytes.get());

  html_finder fast(options);
  html_finder exact(options, reading::exact);
  document doc;
  doc.body = std::string_view(bytes.get(), text.size());
  doc.type = data[0] & 4U ? media::xhtml : media::html;
  if ((data[0] & 8U) != 0) doc.charset = "iso-8859-1";
  findings by_fast;
  findings by_exact;
  stats counted;
  fast.find(doc, by_fast, counted);
  exact.find(doc, by_exact, counted);
  if (testing::lines_of(by_fast) != testing::lines_of(by_exact)) std::abort();
  for (std::size_t i = 0; i < by_fast.references.size(); ++i) {
    const reference& link = by_fast.references[i];
    if (link.position != by_exact.references[i].position || link.position > text.size()) std::abort();
    if (link.raw.find_first_of("\t\r\n") != std::string_view::npos) std::abort();
  }
  if (with_context(doc, options) != testing::lines_of(by_fast)) std::abort();
  return 0;
}
