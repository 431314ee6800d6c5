#include "src/references/values/json_scanner.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "src/references/values/character_reference.hpp"
#include "src/text/byte_class.hpp"
#include "src/text/utf8.hpp"

namespace urlsieve {
namespace {

// The four digits at `at`, or no code point.
constexpr std::uint32_t no_code = 0xFFFFFFFF;
std::uint32_t read_hex4(std::string_view text, std::size_t at) {
  if (text.size() < at + 4) return no_code;
  std::uint32_t code = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (!bytes::hexdig.contains(c)) return no_code;
    code = code * 16 + (c <= '9' ? c - '0' : (c | 32U) - 'a' + 10);
  }
  return code;
}

}  // namespace

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

char* json_unescape(std::string_view text, char* out) {
  constexpr std::string_view letters = "bfnrt";
  constexpr std::string_view meanings = "\b\f\n\r\t";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t slash = std::min(text.find('\\', at), text.size());
    out = std::copy(text.begin() + static_cast<std::ptrdiff_t>(at),
                    text.begin() + static_cast<std::ptrdiff_t>(slash), out);
    if (slash + 1 >= text.size()) break;
    const char c = text[slash + 1];
    at = slash + 2;
    std::uint32_t code = c == 'u' ? read_hex4(text, at) : no_code;
    if (code == no_code) {
      const std::size_t letter = letters.find(c);
      *out++ = letter == std::string_view::npos ? c : meanings[letter];
      continue;
    }
    at += 4;
    if (code >= 0xD800 && code <= 0xDFFF) {
      const bool pair = code < 0xDC00 && text.substr(at).starts_with("\\u");
      const std::uint32_t low = pair ? read_hex4(text, at + 2) : no_code;
      if (low >= 0xDC00 && low <= 0xDFFF) {
        code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
        at += 6;
      } else {
        code = 0xFFFD;
      }
    }
    out = encode_utf8(code, out);
  }
  return out;
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
