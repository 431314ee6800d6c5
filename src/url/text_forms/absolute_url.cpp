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

bool is_url_with_spaces(std::string_view text) {
  const std::size_t space = text.find(' ');
  return space != std::string_view::npos && is_absolute_url(text.substr(0, space)) &&
         text.find_first_of("\t\r\n<>\"", space) == std::string_view::npos &&
         text.find("://", space) == std::string_view::npos;
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

bool is_list_of_urls(std::string_view value) {
  constexpr std::string_view sign = "://";
  const std::size_t colon = std::min(value.find(':'), value.size());
  if (!value.substr(colon).starts_with(sign) || value.find(sign, colon + 1) == std::string_view::npos)
    return false;
  std::size_t urls = 0;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t begin = value.find_first_not_of(" \t\r\n,;|", at);
    if (begin == std::string_view::npos) break;
    at = std::min(value.find_first_of(" \t\r\n", begin), value.size());
    const std::string_view word = value.substr(begin, at - begin);
    if (!is_absolute_url(word)) return false;
    urls += holds_several_urls(word) ? 2 : 1;
  }
  return urls >= 2;
}

}  // namespace urlsieve
