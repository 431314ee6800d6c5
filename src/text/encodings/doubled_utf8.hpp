// Decodes text that was encoded in UTF-8 twice.
#ifndef URLSIEVE_TEXT_ENCODINGS_DOUBLED_UTF8_HPP
#define URLSIEVE_TEXT_ENCODINGS_DOUBLED_UTF8_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Converts text whose characters are the bytes of other text in UTF-8, such as U+00C3 U+00B3 for U+00F3, to
// the other text. Returns its size; 0 if `text` has a character above U+00FF or none beyond ASCII, or if the
// bytes are ill-formed. Requires: `out` has text.size() bytes.
[[nodiscard]] std::size_t decode_doubled_utf8(std::string_view text, char* out);

}  // namespace urlsieve

#endif
