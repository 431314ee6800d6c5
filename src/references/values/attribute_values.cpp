// srcset: white space ends a URL; a comma does not, because URLs may hold commas ("data:image/png,x"). Commas
// at the end of a URL belong to the list.
//
// Refresh: follows the steps of the HTML standard, without the time: "5; url='x'", "0,x", "3 URL = x". If
// "url" is incomplete or no "=" follows, the URL begins at the "u".
#include "src/references/values/attribute_values.hpp"

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

std::string_view srcset_reader::next() {
  constexpr byte_set between = bytes::html_space | byte_set(",");
  while (at_ < value_.size() && between.contains(value_[at_])) ++at_;
  const std::size_t first = at_;
  // The comparison with a blank is quick and decides for most bytes.
  while (at_ < value_.size() &&
         (static_cast<unsigned char>(value_[at_]) > ' ' || !bytes::html_space.contains(value_[at_])))
    ++at_;
  std::string_view url = value_.substr(first, at_ - first);
  if (url.ends_with(',')) {
    while (url.ends_with(',')) url.remove_suffix(1);
  } else {
    skip_descriptors();
  }
  return url;
}

// Skips to the comma that ends the candidate; commas inside parentheses do not count.
void srcset_reader::skip_descriptors() {
  bool inside = false;
  for (; at_ < value_.size(); ++at_) {
    const char c = value_[at_];
    if (c == ',' && !inside) return;
    if (c == '(') inside = true;
    if (c == ')') inside = false;
  }
}

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
