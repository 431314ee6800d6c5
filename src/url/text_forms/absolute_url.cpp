#include "src/url/text_forms/absolute_url.hpp"

#include <algorithm>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

bool is_absolute_url(std::string_view text) {
  constexpr byte_set never = bytes::c0_and_delete | byte_set(" <>\"");
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !bytes::alpha.contains(text[0])) return false;
  for (const char c : text.substr(0, colon))
    if (!bytes::scheme_char.contains(c)) return false;
  const std::string_view rest = text.substr(colon + 1);
  const bool mail = text.substr(0, colon) == "mailto" && rest.find('@') != std::string_view::npos;
  if (!mail && (!rest.starts_with("//") || rest.size() < 3)) return false;
  return std::none_of(rest.begin(), rest.end(), [&](char c) { return never.contains(c); });
}

bool holds_several_urls(std::string_view value) {
  for (std::size_t at = value.find("://"); at != std::string_view::npos; at = value.find("://", at + 1)) {
    std::size_t begin = at;
    while (begin != 0 && bytes::scheme_char.contains(value[begin - 1])) --begin;
    if (begin == 0 || begin == at || !bytes::alpha.contains(value[begin])) continue;
    const char before = value[begin - 1];
    if (before == '|' || before == ',' || before == ';') return true;
    if (before == '=') return false;
  }
  return false;
}

}  // namespace urlsieve
