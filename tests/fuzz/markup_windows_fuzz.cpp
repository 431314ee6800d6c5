// Windows of pages and feeds: windows join to the document and do not depend on how the input arrives. Links
// in windows equal the links of the whole page, unless content was skipped or a base element came late. Pages
// with SVG or MathML are excluded: an end tag in foreign content may close an HTML element of an earlier
// window, and a window lacks this state (src/documents/README.md).
#include "src/documents/lines/markup_windows.hpp"

#include <string>
#include <vector>

#include "src/references/html/in_html.hpp"
#include "src/text/ascii.hpp"
#include "tests/fuzz/splitter_claims.hpp"

namespace urlsieve::fuzz::markup_windows_target {
namespace {

void find_links(const document& window, std::vector<std::string>& lines) {
  static html_finder finder(link_options{});
  findings found;
  stats counted;
  finder.find(window, found, counted);
  for (const reference& link : found.references)
    lines.push_back(std::string(found.embedded_base.value_or("-"))
                        .append(" ")
                        .append(link.where)
                        .append(" ")
                        .append(link.raw));
}

}  // namespace

extern const std::size_t longest_input = 10'000;

void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  const media type = (manner & 64U) != 0 ? media::xml : media::html;
  const testing::way& how = testing::ways[manner % testing::ways.size()];
  const std::string_view page = given.rest();
  const testing::fed windows =
      require_same<markup_window_splitter>(page, how, type, markup_limits{300, 1U << 20U});
  require_same<markup_window_splitter>(page, how, type, markup_limits{100, 400});
  require_in_order(windows, page);
  const bool foreign = ascii::contains(page, "<svg") || ascii::contains(page, "<math");
  if (windows.counted.total_damage() != 0 || !windows.counted.skipped.empty() || type == media::xml ||
      foreign)
    return;
  require(testing::bytes_of(windows).size() + 1 == page.size() + windows.slices.size() || page.empty());

  document doc;
  doc.type = type;
  doc.charset = "utf-8";
  std::vector<std::string> in_windows;
  for (const testing::kept_slice& window : windows.slices) {
    doc.body = window.bytes;
    doc.continues = window.continues;
    doc.head = window.head;
    doc.page_base = window.page_base;
    find_links(doc, in_windows);
  }
  doc = document{};
  doc.type = type;
  doc.charset = "utf-8";
  doc.body = page;
  std::vector<std::string> in_whole;
  find_links(doc, in_whole);
  require(in_windows == in_whole);
}

}  // namespace urlsieve::fuzz::markup_windows_target
