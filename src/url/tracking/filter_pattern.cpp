#include "src/url/tracking/filter_pattern.hpp"

#include <string>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/tracking/url_glob.hpp"

namespace urlsieve {

namespace {

// Returns the expression for a pattern without "||" in front.
std::string pattern_expression(std::string_view text) {
  std::string expression;
  const bool ends = text.ends_with('|');
  if (ends) text.remove_suffix(1);
  for (const char c : text) {
    if (c == '*')
      expression += ".*";
    else if (c == '^')
      expression += "(?:[^0-9A-Za-z_.%-]|$)";
    else
      append_literal(c, expression);
  }
  if (ends) expression += '$';
  return expression;
}

result<url_matcher> with_expression(url_matcher matcher, std::string_view expression, letter_case letters) {
  result<pattern> compiled = pattern::of(expression, letters);
  if (!compiled) return tl::unexpected(std::move(compiled.error()));
  matcher.expression = std::move(*compiled);
  return matcher;
}

}  // namespace

result<url_matcher> filter_pattern(std::string_view text, letter_case letters) {
  if (text.empty() || text == "*") return url_matcher();
  if (text.size() > 2 && text.starts_with('/') && text.ends_with('/'))
    return with_expression({}, text.substr(1, text.size() - 2), letters);
  if (!text.starts_with("||")) {
    const bool begins = text.starts_with('|');
    return with_expression({}, (begins ? "^" : "") + pattern_expression(text.substr(begins ? 1 : 0)),
                           letters);
  }
  constexpr byte_set host_bytes = bytes::alphanum | byte_set("-._");
  const std::string_view rest = text.substr(2);
  std::size_t size = 0;
  while (size < rest.size() && host_bytes.contains(rest[size])) ++size;
  url_matcher matcher;
  const std::string_view behind = rest.substr(size);
  const bool is_whole_host = size != 0 && (behind.starts_with('^') || behind.starts_with('/'));
  if (is_whole_host) matcher.hosts.push_back({ascii::lowered(rest.substr(0, size))});
  if (is_whole_host && (behind == "^" || behind == "^*" || behind == "/" || behind == "/*")) return matcher;
  return with_expression(std::move(matcher), "^https?://(?:[^/?#]*[.@])?" + pattern_expression(rest),
                         letters);
}

}  // namespace urlsieve
