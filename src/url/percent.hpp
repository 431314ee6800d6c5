// Encodes, decodes and normalizes percent-encoded bytes (RFC 3986 section 2.1, rfc2396bis-01 section
// 6.2.2.2).
#ifndef URLSIEVE_URL_PERCENT_HPP
#define URLSIEVE_URL_PERCENT_HPP

#include <cstddef>
#include <string_view>

#include "src/text/hex.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

// Returns true if an escape, "%" and two hex digits, begins at `at`.
[[nodiscard]] inline bool is_escape(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && (hex_value(text[at + 1]) | hex_value(text[at + 2])) < 16;
}

// Returns the byte that the escape at `at` encodes. Requires: is_escape(text, at).
[[nodiscard]] inline char decoded_escape(std::string_view text, std::size_t at) {
  return static_cast<char>(hex_value(text[at + 1]) << 4U | hex_value(text[at + 2]));
}

// Returns true if the escape at `at` stays unchanged at every rung: upper-case digits, and a byte that must
// stay escaped and is not a control.
[[nodiscard]] inline bool is_settled_escape(std::string_view text, std::size_t at) {
  if (!is_escape(text, at) || text[at + 1] >= 'a' || text[at + 2] >= 'a') return false;
  constexpr byte_set stays = ~(bytes::unreserved | bytes::c0_and_delete);
  return stays.contains(decoded_escape(text, at));
}

// Copies `run` in lower case. `out` may begin before `run` and overlap it.
void copy_lowered(std::string_view run, char* out);

// Writes `byte` as "%XX" and returns the end.
char* write_escape(char* out, char byte);

// Copies `text`, decodes escapes of `unescaped` bytes, and writes the hex digits of other escapes in upper
// case. Returns the end. Writes at most text.size() bytes; `out` may equal text.data(). `fold_case` lowers
// letters, except in escapes.
char* copy_normalized(std::string_view text, const byte_set& unescaped, bool fold_case, char* out);

}  // namespace urlsieve

#endif
