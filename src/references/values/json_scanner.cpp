// Only the bytes that make structure are stopped at; numbers and literals are passed over unread. So text
// that is not quite JSON still gives its strings.
#include "src/references/values/json_scanner.hpp"

#include <algorithm>

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

// A quote ends the string unless an odd number of backslashes stands before it. Quotes are searched for by
// themselves, as most strings have no backslash.
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

}  // namespace urlsieve
