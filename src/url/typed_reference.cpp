#include "src/url/typed_reference.hpp"

#include <cstddef>

#include "src/text/byte_class.hpp"
#include "src/url/parse.hpp"

namespace urlsieve {

namespace {

constexpr byte_set white_space = byte_set::range('\t', '\r') | byte_set(" ");
constexpr byte_set may_begin_more = white_space | byte_set("<\"uU");

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && white_space.contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && white_space.contains(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_delimiters(std::string_view text) {
  if (text.size() < 2) return text;
  const bool delimited =
      (text.front() == '<' && text.back() == '>') || (text.front() == '"' && text.back() == '"');
  return delimited ? without_blanks(text.substr(1, text.size() - 2)) : text;
}

bool begins_with_url_colon(std::string_view text) {
  return text.size() >= 4 && (text[0] | 0x20) == 'u' && (text[1] | 0x20) == 'r' && (text[2] | 0x20) == 'l' &&
         text[3] == ':';
}

}  // namespace

std::string_view typed_reference(std::string_view text) {
  if (!text.empty() && !may_begin_more.contains(text.front()) && !white_space.contains(text.back()))
    return text;
  text = without_delimiters(without_blanks(text));
  // All of them: what is printed for one must not lose another when it is typed again.
  while (begins_with_url_colon(text)) {
    const std::string_view behind = without_blanks(text.substr(4));
    if (scheme_length(behind) == 0) break;
    text = behind;
  }
  return text;
}

}  // namespace urlsieve
