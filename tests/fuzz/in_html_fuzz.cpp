// HTML: the fast reader finds the links of the exact reader at every alignment of the text to its windows.
// Links do not depend on options for context and text links, nor on early delivery in batches.
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/references/html/in_html.hpp"
#include "src/text/encodings/utf8.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve::fuzz::in_html_target {
namespace {

// Returns the bound of positions. A document that is decoded before the search has positions in the decoded
// text (reference.hpp), where a byte of the body becomes at most three bytes of UTF-8.
std::size_t longest_text(const document& doc) {
  return 3 * doc.body.size();
}

// Returns the links found with context, without links of text, and checks the contexts.
std::vector<std::string> with_context(const document& doc, link_options options) {
  options.text_links = options.note_context = true;
  html_finder finder(options, text_search{});
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  require(found.contexts.size() == found.references.size());
  findings links;
  links.embedded_base = found.embedded_base;
  for (std::size_t i = 0; i < found.references.size(); ++i) {
    const std::string_view text = found.contexts[i].text;
    require(text.size() <= anchor_texts::longest && is_utf8(text));
    require(text.find("  ") == std::string_view::npos && !text.starts_with(' ') && !text.ends_with(' '));
    require(found.references[i].position <= longest_text(doc));
    if (found.references[i].where != "text") links.references.push_back(found.references[i]);
  }
  return testing::lines_of(links);
}

// Appends a line for each reference, with the state of the document at this point.
void add_lines(const findings& found, std::vector<std::string>& lines) {
  for (const reference& link : found.references)
    lines.push_back(std::string(link.raw)
                        .append(" ")
                        .append(link.where)
                        .append(" ")
                        .append(std::to_string(link.position))
                        .append(link.empty_is_base ? " empty " : " ")
                        .append(found.embedded_base.value_or("-"))
                        .append(found.query_encoding == encoding{} ? " -" : " set"));
}

// Checks that delivery in batches of `many` references yields the same references as delivery at the end.
void require_same_early(html_finder& finder, const document& doc, std::size_t many) {
  findings at_the_end;
  stats counted;
  std::vector<std::string> expected;
  finder.find(doc, at_the_end, counted);
  add_lines(at_the_end, expected);
  std::vector<std::string> lines;
  findings found;
  stats counted_early;
  found.batch_size = many;
  const std::function<void()> take = [&] { add_lines(found, lines); };
  found.batch_consumer = &take;
  finder.find_early(doc, found, counted_early);
  add_lines(found, lines);
  require(lines == expected);
  require(found.embedded_base == at_the_end.embedded_base && found.canonical == at_the_end.canonical);
  require(counted_early.rejected == counted.rejected && counted_early.skipped == counted.skipped);
  require(counted_early.total_damage() == counted.total_damage());
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  const unsigned place = given.byte();
  link_options options;
  options.links = static_cast<link_choice>(manner % 4);
  options.scripts = (manner & 16U) != 0;
  // Leading spaces shift the text over the borders of vectors and windows.
  const std::size_t before = place < 128 ? place : markup_window::size - (place - 128U);
  const exact_bytes text(std::string(before, ' ').append(given.rest()));

  html_finder fast(options);
  html_finder exact(options, reading::exact);
  document doc;
  doc.body = text.view();
  doc.type = manner & 4U ? media::xhtml : media::html;
  if ((manner & 8U) != 0) doc.charset = "iso-8859-1";
  findings by_fast;
  findings by_exact;
  stats counted;
  stats counted_exactly;
  fast.find(doc, by_fast, counted);
  exact.find(doc, by_exact, counted_exactly);
  require(testing::lines_of(by_fast) == testing::lines_of(by_exact));
  require(counted.rejected == counted_exactly.rejected);
  for (std::size_t i = 0; i < by_fast.references.size(); ++i) {
    const reference& link = by_fast.references[i];
    require(link.position == by_exact.references[i].position && link.position <= longest_text(doc));
    require(link.raw.find_first_of("\t\r\n") == std::string_view::npos);
  }
  require(with_context(doc, options) == testing::lines_of(by_fast));
  if (doc.type != media::html) return;
  options.note_canonical = (manner & 32U) != 0;
  options.conditional_comments = (manner & 64U) != 0;
  html_finder finder(options);
  require_same_early(finder, doc, 1 + place % 3);
}

}  // namespace urlsieve::fuzz::in_html_target
