// Percent-encoding: escapes of bytes, encoded, decoded and brought to one spelling (RFC 3986 section 2.1,
// rfc2396bis-01 section 6.2.2.2).
#ifndef URLSIEVE_URL_PERCENT_HPP
#define URLSIEVE_URL_PERCENT_HPP

#include <cstddef>
#include <string_view>

#include "src/text/byte_class.hpp"
#include "src/text/hex.hpp"

namespace urlsieve {

// Does an escape, "%" and two hex digits, begin at `at`?
[[nodiscard]] inline bool is_escape(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && (hex_value(text[at + 1]) | hex_value(text[at + 2])) < 16;
}

// The byte that the escape at `at` stands for.
[[nodiscard]] inline char decoded_escape(std::string_view text, std::size_t at) {
  return static_cast<char>(hex_value(text[at + 1]) << 4U | hex_value(text[at + 2]));
}

// Is the escape at `at` one that every rung leaves as it is: upper-case digits, for a byte that must stay
// escaped and is no control?
[[nodiscard]] inline bool is_settled_escape(std::string_view text, std::size_t at) {
  if (!is_escape(text, at) || text[at + 1] >= 'a' || text[at + 2] >= 'a') return false;
  constexpr byte_set stays = ~(bytes::unreserved | bytes::c0_and_delete);
  return stays.contains(decoded_escape(text, at));
}

// Copies `run` with its letters lowered; `out` may lie before it and reach into it.
void copy_lowered(std::string_view run, char* out);

// Writes `byte` as "%XX", returns the end.
char* write_escape(char* out, char byte);

// Copies `text`: escapes of `unescaped` bytes decoded, the hex digits of the others in upper case. Returns
// the end; writes at most text.size() bytes, also to where the text is. With `fold_case` letters that stand
// outside escapes are lowered.
char* copy_normalized(std::string_view text, const byte_set& unescaped, bool fold_case, char* out);

}  // namespace urlsieve

#endif
