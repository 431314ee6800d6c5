// The form of UTF-8 (The Unicode Standard, section 3.9, table 3-7).
#ifndef URLSIEVE_TEXT_UTF8_HPP
#define URLSIEVE_TEXT_UTF8_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

struct utf8_piece {
  std::size_t size;  // of the character; if there is none, of what one U+FFFD stands for ("maximal subpart")
  bool well_formed;
  char32_t character = 0;  // if well-formed
};

// The first character of `bytes`, which is not empty.
[[nodiscard]] utf8_piece first_utf8(std::string_view bytes);

// Every byte belongs to a character: no overlong form, no surrogate, nothing above U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view bytes);

// The character of that number, at most four bytes; returns the end of what was written.
// REQUIRES: it is at most U+10FFFF and no surrogate.
char* encode_utf8(char32_t character, char* out);

// The byte order mark of a text in UTF-8.
inline constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

[[nodiscard]] constexpr std::string_view without_utf8_mark(std::string_view text) {
  return text.starts_with(utf8_mark) ? text.substr(utf8_mark.size()) : text;
}

// What replace_ill_formed() may write at most.
[[nodiscard]] constexpr std::size_t room_for_replaced(std::size_t size) {
  return 3 * size;
}

// Copies `bytes` with U+FFFD for what is ill-formed; returns the end of what was written.
char* replace_ill_formed(std::string_view bytes, char* out);

}  // namespace urlsieve

#endif
