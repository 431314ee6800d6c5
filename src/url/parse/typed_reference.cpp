#include "src/url/parse/typed_reference.hpp"

#include <cstddef>

#include "src/url/parse/parse.hpp"

namespace urlsieve {

namespace {

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && typed_white_space.contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && typed_white_space.contains(text.back())) text.remove_suffix(1);
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

std::string_view unquote_reference(std::string_view text) {
  text = without_delimiters(without_blanks(text));
  // Removes all prefixes: printing and retyping the result must not remove another prefix.
  while (begins_with_url_colon(text)) {
    const std::string_view behind = without_blanks(text.substr(4));
    if (scheme_length(behind) == 0) break;
    text = behind;
  }
  return text;
}

}  // namespace urlsieve
