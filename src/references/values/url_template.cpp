#include "src/references/values/url_template.hpp"

#include <algorithm>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// Returns true for the text between the braces of an expression: an operator and names of variables.
bool is_expression(std::string_view inside) {
  constexpr byte_set operators("+#./;?&=,!@|$");
  constexpr byte_set variable = bytes::alphanum | byte_set("_.,*:-");
  if (!inside.empty() && operators.contains(inside.front())) inside.remove_prefix(1);
  if (inside.empty() || !(bytes::alphanum | byte_set("_")).contains(inside.front())) return false;
  if (!std::ranges::all_of(inside, [&](char c) { return variable.contains(c); })) return false;
  constexpr std::size_t guid_size = 36;
  return inside.size() != guid_size || std::ranges::count(inside, '-') != 4;
}

}  // namespace

bool is_url_template(std::string_view url) {
  for (std::size_t at = url.find('{'); at != std::string_view::npos; at = url.find('{', at + 1)) {
    const std::size_t end = url.find_first_of("{}", at + 1);
    if (end == std::string_view::npos) return false;
    if (url[end] == '}' && is_expression(url.substr(at + 1, end - at - 1))) return true;
  }
  return false;
}

}  // namespace urlsieve
