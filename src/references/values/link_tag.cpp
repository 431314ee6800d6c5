#include "src/references/values/link_tag.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

bool has_link_tag(std::string_view text) {
  constexpr byte_set name = bytes::alphanum | byte_set("-:");
  constexpr byte_set name_end = bytes::html_space | byte_set("/");
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const std::string_view tag = text.substr(at + 1, text.find_first_of("<>", at + 1) - at - 1);
    const auto end = std::find_if(tag.begin(), tag.end(), [&](char c) { return !name.contains(c); });
    if (end == tag.begin() || end == tag.end() || !bytes::alpha.contains(tag.front()) || end[-1] == ':' ||
        !name_end.contains(*end))
      continue;
    if (tag.find('=') != std::string_view::npos &&
        (ascii::contains(tag, "href") || ascii::contains(tag, "src") || ascii::contains(tag, "action")))
      return true;
  }
  return false;
}

bool has_placeholder_value(std::string_view text) {
  constexpr byte_set placeholder("{[%$#\\");
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    const std::string_view value = text.substr(at + 1);
    if (value.starts_with('\\')) return true;
    if (value.size() < 2 || (value[0] != '"' && value[0] != '\'')) continue;
    const bool is_expression = value[1] == '<' && value.substr(2).starts_with('%');
    const bool is_fragment = value[1] == '#' && !value.substr(2).starts_with('{');
    if (is_expression || (placeholder.contains(value[1]) && !is_fragment)) return true;
  }
  return false;
}

}  // namespace urlsieve
