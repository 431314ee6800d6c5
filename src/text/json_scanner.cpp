// Stops only at structural bytes and skips numbers and literals unread, so that text that is almost JSON
// still yields its strings.
#include "src/text/json_scanner.hpp"

#include "src/text/byte_class.hpp"

namespace urlsieve {

json_token json_scanner::next() {
  constexpr byte_set structure{std::string_view("{}[]\"")};
  while (at_ < json_.size() && !structure.contains(json_[at_])) ++at_;
  if (at_ == json_.size()) return json_token::end;
  const char c = json_[at_++];
  if (c == '{') return json_token::object;
  if (c == '[') return json_token::array;
  if (c != '"') return json_token::close;
  read_string();
  std::size_t behind = at_;
  while (behind < json_.size() && bytes::html_space.contains(json_[behind])) ++behind;
  return behind < json_.size() && json_[behind] == ':' ? json_token::key : json_token::string;
}

// A quote ends the string unless an odd number of backslashes precedes it. Searches for quotes alone, because
// most strings have no backslash.
void json_scanner::read_string() {
  const std::size_t first = at_;
  escaped_ = false;
  while (true) {
    const std::size_t quote = json_.find('"', at_);
    if (quote == std::string_view::npos) {
      broken_ = true;
      text_ = json_.substr(first);
      escaped_ = text_.find('\\') != std::string_view::npos;
      at_ = json_.size();
      return;
    }
    std::size_t slashes = 0;
    while (quote - slashes > first && json_[quote - slashes - 1] == '\\') ++slashes;
    at_ = quote + 1;
    if (slashes % 2 == 0) {
      text_ = json_.substr(first, quote - first);
      escaped_ = text_.find('\\') != std::string_view::npos;
      return;
    }
  }
}

}  // namespace urlsieve
