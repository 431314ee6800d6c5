// Decodes, validates and encodes UTF-8 (The Unicode Standard, section 3.9, table 3-7).
#ifndef URLSIEVE_TEXT_ENCODINGS_UTF8_HPP
#define URLSIEVE_TEXT_ENCODINGS_UTF8_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace urlsieve {

// True for the second to fourth bytes of a character.
[[nodiscard]] constexpr bool is_utf8_trail(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

struct utf8_piece {
  std::size_t size;  // of the character; if ill-formed, of the "maximal subpart" that one U+FFFD replaces
  bool well_formed;
  char32_t character = 0;  // if well-formed
};

// Returns the first character of `bytes`. Requires: `bytes` is not empty.
[[nodiscard]] utf8_piece first_utf8(std::string_view bytes);

// Returns true if all bytes are well-formed: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view bytes);

// Writes a character, at most four bytes, and returns the end. Requires: the character is at most U+10FFFF
// and not a surrogate.
char* encode_utf8(char32_t character, char* out);

// The byte order mark of UTF-8.
inline constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

// Returns `text` without a byte order mark at the front.
[[nodiscard]] constexpr std::string_view without_utf8_mark(std::string_view text) {
  return text.starts_with(utf8_mark) ? text.substr(utf8_mark.size()) : text;
}

// Returns true if no byte is above 0x7F. Has no branch for each byte.
[[nodiscard]] inline bool is_ascii(std::string_view bytes) {
  std::uint64_t seen = 0;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    seen |= word;
  }
  for (; i < bytes.size(); ++i) seen |= static_cast<unsigned char>(bytes[i]);
  return (seen & 0x8080808080808080U) == 0;
}

// Returns the maximal size of the output of replace_ill_formed().
[[nodiscard]] constexpr std::size_t replaced_capacity(std::size_t size) {
  return 3 * size;
}

// Copies `bytes` with U+FFFD for ill-formed pieces, and returns the end of the output. Requires: `out` has
// replaced_capacity(bytes.size()) bytes.
char* replace_ill_formed(std::string_view bytes, char* out);

}  // namespace urlsieve

#endif
