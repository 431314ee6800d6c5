// Decodes the two-byte escapes of JSON strings ("\n", "\/") in one pass of vectors. Escapes of code units
// ("\u00e9") are left to json_escape, which calls this function first.
#ifndef URLSIEVE_TEXT_ENCODINGS_SHORT_ESCAPES_HPP
#define URLSIEVE_TEXT_ENCODINGS_SHORT_ESCAPES_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

struct unescaped_extent {
  std::size_t read = 0;
  std::size_t written = 0;
};

// Decodes `text` to `out`, up to the end or to the first backslash that begins no two-byte escape. Reads
// nothing outside of the text. May change bytes of `out` after the written bytes. Requires: `out` has
// text.size() bytes.
[[nodiscard]] unescaped_extent decode_short_escapes(std::string_view text, char* out);

}  // namespace urlsieve

#endif
