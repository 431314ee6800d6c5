#include "src/references/in_robots.hpp"

#include <algorithm>
#include <cstdint>

#include "src/references/text/in_text_part.hpp"
#include "src/references/values/html_links.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/absolute_url.hpp"

namespace urlsieve {
namespace {

bool is_sitemap(std::string_view name) {
  return ascii::is_one_of(name, {"sitemap", "site-map"});
}

bool holds_patterns(std::string_view name) {
  return ascii::is_one_of(name, {"allow", "disallow", "noindex", "clean-param"});
}

// Returns the URL in a word of a Sitemap line: without commas behind the word, and without angle brackets
// around the URL.
std::string_view sitemap_in(std::string_view word) {
  while (word.ends_with(',')) word.remove_suffix(1);
  if (word.size() >= 2 && word.starts_with('<') && word.ends_with('>'))
    word = word.substr(1, word.size() - 2);
  return word;
}

}  // namespace

void robots_finder::find(const document& doc, findings& found, stats& counted) {
  const std::string_view body = doc.body;
  const arena::mark before = found.decoded.filled();
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = std::min(body.find('\n', at), body.size());
    std::string_view lines = body.substr(at, end - at);
    // Lines may end in CR alone (RFC 9309 section 2.2).
    while (!lines.empty()) {
      const std::size_t line_end = lines.find('\r');
      read_line(doc, lines.substr(0, line_end), found, counted);
      lines.remove_prefix(line_end == std::string_view::npos ? lines.size() : line_end + 1);
    }
    found.deliver_batch(before);
    at = end + 1;
  }
}

void robots_finder::read_line(const document& doc, std::string_view line, findings& found, stats& counted) {
  const std::string_view rule = line.substr(0, line.find('#'));
  const std::size_t colon = std::min(rule.find(':'), rule.size());
  const std::string_view name = trimmed(without_utf8_mark(rule.substr(0, colon)), bytes::html_space);
  if (colon == rule.size() || (!is_sitemap(name) && !holds_patterns(name)))
    return find_in_text_part(text_, doc, line, found, counted);
  if (is_sitemap(name)) {
    const std::string_view value = trimmed(rule.substr(colon + 1), bytes::html_space);
    const bool alone = value.find_first_of(" \t") == std::string_view::npos;
    for_each_word(value, [&](std::string_view written) {
      const std::string_view word = sitemap_in(written);
      if (word.empty() || (!alone && !is_absolute_url(word))) return;
      reference& sitemap = found.references.emplace_back();
      sitemap.raw = word;
      sitemap.where = "robots:Sitemap";
      sitemap.position = static_cast<std::uint32_t>(word.data() - doc.body.data());
    });
  }
  find_in_text_part(text_, doc, line.substr(rule.size()), found, counted);
}

}  // namespace urlsieve
