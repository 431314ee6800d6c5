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

json_token json_scanner::next() {
  constexpr byte_set structure{std::string_view("{}[]\"")};
  while (at_ < json_.size() && !structure.contains(json_[at_])) ++at_;
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

void json_scanner::read_string(std::size_t quote) {
  const std::size_t end = json_string_end(json_, quote);
  broken_ = end == npos;
  at_ = broken_ ? json_.size() : end;
  text_ = json_.substr(quote + 1, broken_ ? npos : end - quote - 2);
  escaped_ = text_.find('\\') != npos;
}

}  // namespace urlsieve
