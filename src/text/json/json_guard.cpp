#include "src/text/json/json_guard.hpp"

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

std::size_t past_space(std::string_view text, std::size_t at) {
  while (at < text.size() && bytes::html_space.contains(text[at])) ++at;
  return at;
}

// Returns the offset behind the name of a function or variable at `at`, at most 256 bytes long.
std::size_t past_name(std::string_view text, std::size_t at) {
  constexpr byte_set name_bytes = bytes::alphanum | byte_set("_$.[]");
  constexpr std::size_t longest = 256;
  const std::size_t begin = at;
  if (at < text.size() && (bytes::digit.contains(text[at]) || text[at] == '.')) return begin;
  while (at < text.size() && at - begin < longest && name_bytes.contains(text[at])) ++at;
  return at;
}

bool begins_json_at(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '{' || text[at] == '[');
}

}  // namespace

std::size_t json_front_size(std::string_view text, json_front allowed) {
  const std::size_t start = past_space(text, json_guard_size(text));
  if (begins_json_at(text, start)) return start;
  std::size_t at = start;
  if (text.substr(at).starts_with("/**/")) at = past_space(text, at + 4);
  for (const std::string_view keyword : {"var ", "let ", "const "})
    if (text.substr(at).starts_with(keyword)) {
      at = past_space(text, at + keyword.size());
      break;
    }
  const std::size_t end = past_name(text, at);
  const std::size_t mark = past_space(text, end);
  if (end == at || mark == text.size()) return 0;
  if (text[mark] != '(' && (text[mark] != '=' || allowed == json_front::call)) return 0;
  const std::size_t value = past_space(text, mark + 1);
  return begins_json_at(text, value) ? value : 0;
}

}  // namespace urlsieve
