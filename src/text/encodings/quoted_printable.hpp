// Decodes quoted-printable (RFC 2045 section 6.7) with vectors. Decoding never fails: invalid escapes stay
// unchanged.
#ifndef URLSIEVE_TEXT_ENCODINGS_QUOTED_PRINTABLE_HPP
#define URLSIEVE_TEXT_ENCODINGS_QUOTED_PRINTABLE_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// The number of bytes after the decoded bytes that a decoder may write, and that scanners of the result may
// read.
inline constexpr std::size_t decoding_slack = 64;

struct decoded_extent {
  std::size_t size = 0;
  bool damaged = false;
};

// Writes the decoded `text` to `out`. Accepts hex digits in any case. Removes soft line breaks ("=", blanks,
// and a line break or the end), and blanks before a line break or the end (rules 3 and 5). Keeps any other
// "=", which counts as damage. Requires: `out` has text.size() + decoding_slack bytes.
decoded_extent decode_quoted_printable(std::string_view text, char* out);

}  // namespace urlsieve

#endif
