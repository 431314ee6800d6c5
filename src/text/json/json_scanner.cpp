// Stops only at structural bytes and skips numbers and literals unread, so that text that is almost JSON
// still yields its strings.
#include "src/text/json/json_scanner.hpp"

#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

// A quote ends the string unless an odd number of backslashes precedes it. Searches for quotes alone, because
// most strings have no backslash.
std::size_t json_string_end(std::string_view text, std::size_t quote) {
  const std::size_t first = quote + 1;
  for (std::size_t at = text.find('"', first); at != npos; at = text.find('"', at + 1)) {
    std::size_t slashes = 0;
    while (at - slashes > first && text[at - slashes - 1] == '\\') ++slashes;
    if (slashes % 2 == 0) return at + 1;
  }
  return npos;
}

std::size_t json_string_cut(std::string_view text, std::size_t first, std::size_t close) {
  std::size_t cut = npos;
  bool is_document = false;
  for (std::size_t at = close; at-- > first;) {
    const char c = text[at];
    if (c == '{' || c == '[')
      is_document = true;
    else if (!bytes::html_space.contains(c))
      break;
    else if (c == '\n' && is_document)
      cut = at;
  }
  return cut;
}

json_token json_scanner::next() {
  constexpr byte_set structure{std::string_view("{}[]\"")};
  // Separators, numbers, and the letters of true, false, null, NaN and Infinity.
  constexpr byte_set values = bytes::html_space | bytes::digit | byte_set(",:+-.EINaefilnrstuy");
  const std::size_t first = at_;
  text_between_ = {};
  while (at_ < json_.size() && values.contains(json_[at_])) ++at_;
  if (at_ < json_.size() && !structure.contains(json_[at_])) {
    while (at_ < json_.size() && !structure.contains(json_[at_])) ++at_;
    text_between_ = json_.substr(first, at_ - first);
  }
  if (at_ == json_.size()) return json_token::end;
  const char c = json_[at_++];
  if (c == '{') return json_token::object;
  if (c == '[') return json_token::array;
  if (c != '"') return json_token::close;
  read_string(at_ - 1);
  std::size_t behind = at_;
  while (behind < json_.size() && bytes::html_space.contains(json_[behind])) ++behind;
  return behind < json_.size() && json_[behind] == ':' ? json_token::key : json_token::string;
}

bool is_whole_json(std::string_view text) {
  text = trimmed(text, bytes::html_space);
  if (text.size() < 2 || (text.front() != '{' && text.front() != '[')) return false;
  const std::size_t second = text.find_first_not_of(" \t\r\n", 1);
  if (second == npos || (text[second] != '"' && (text.front() == '{' || text[second] != '{'))) return false;
  if (text.back() != '}' && text.back() != ']') return false;
  json_scanner scanner(text);
  std::size_t depth = 0;
  bool has_begun = false;
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    if (scanner.broken() || !scanner.text_between().empty() || (has_begun && depth == 0)) return false;
    has_begun = true;
    if (token == json_token::object || token == json_token::array) ++depth;
    if (token == json_token::close) --depth;
  }
  return depth == 0;
}

void json_scanner::read_string(std::size_t quote) {
  const std::size_t end = json_string_end(json_, quote);
  constexpr byte_set before_first_string = bytes::html_space | byte_set("{[");
  cut_ = false;
  broken_ = end == npos;
  at_ = broken_ ? json_.size() : end;
  text_ = json_.substr(quote + 1, broken_ ? npos : end - quote - 2);
  if (!broken_ && before_first_string.contains(json_[end - 2])) end_at_cut(quote);
  escaped_ = text_.find('\\') != npos;
}

// Shortens the string that was read if the string has no closing quote.
void json_scanner::end_at_cut(std::size_t quote) {
  const std::size_t cut = json_string_cut(json_, quote + 1, at_ - 1);
  if (cut == npos) return;
  cut_ = broken_ = true;
  at_ = cut;
  text_ = json_.substr(quote + 1, cut - quote - 1);
}

}  // namespace urlsieve
