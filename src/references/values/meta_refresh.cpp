// Follows the shared declarative refresh steps of the HTML standard, without the time: "5; url='x'", "0,x",
// "3 URL = x". If "url" is incomplete or no "=" follows, the URL begins at the "u".
#include "src/references/values/meta_refresh.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

void skip(std::string_view& rest, const byte_set& set) {
  while (!rest.empty() && set.contains(rest.front())) rest.remove_prefix(1);
}

// Removes `letter` in either case.
bool take_letter(std::string_view& rest, char letter) {
  if (rest.empty() || (rest.front() | 0x20) != letter) return false;
  rest.remove_prefix(1);
  return true;
}

std::string_view unquoted(std::string_view rest) {
  if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) return rest;
  const char quote = rest.front();
  rest.remove_prefix(1);
  return rest.substr(0, std::min(rest.find(quote), rest.size()));
}

}  // namespace

std::optional<std::string_view> meta_refresh_url(std::string_view content) {
  constexpr byte_set time_end = bytes::html_space | byte_set(";,");
  std::string_view rest = content;
  skip(rest, bytes::html_space);
  if (rest.empty() || (!bytes::digit.contains(rest.front()) && rest.front() != '.')) return std::nullopt;
  skip(rest, bytes::digit | byte_set("."));
  if (rest.empty() || !time_end.contains(rest.front())) return std::nullopt;
  skip(rest, bytes::html_space);
  if (!rest.empty() && (rest.front() == ';' || rest.front() == ',')) rest.remove_prefix(1);
  skip(rest, bytes::html_space);
  if (rest.empty()) return std::nullopt;

  const std::string_view whole = rest;
  if (!take_letter(rest, 'u')) return unquoted(rest);
  if (!take_letter(rest, 'r') || !take_letter(rest, 'l')) return whole;
  skip(rest, bytes::html_space);
  if (!rest.starts_with('=')) return whole;
  rest.remove_prefix(1);
  skip(rest, bytes::html_space);
  return unquoted(rest);
}

}  // namespace urlsieve
