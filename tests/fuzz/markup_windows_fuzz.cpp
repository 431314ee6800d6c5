// Pages and feeds in windows: together they are the document, however it comes; and where nothing was too
// large and no base came late, the links in a page are those of the whole. An end tag in foreign content may
// close an HTML element that was opened in a window before, which a window does not know
// (src/documents/README.md), so pages with SVG or MathML are left out.
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
  for (const reference& one : found.references)
    lines.push_back(std::string(found.embedded_base.value_or("-"))
                        .append(" ")
                        .append(one.where)
                        .append(" ")
                        .append(one.raw));
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
  for (const testing::kept_slice& one : windows.slices) {
    doc.body = one.bytes;
    doc.continues = one.continues;
    doc.head = one.head;
    doc.page_base = one.page_base;
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
