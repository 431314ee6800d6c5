// Skips well-formed lines of a header, so that the caller checks only the other lines.
#ifndef URLSIEVE_TEXT_LINES_FIELD_LINES_HPP
#define URLSIEVE_TEXT_LINES_FIELD_LINES_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns the size of the lines at the front of `text` that are complete fields or continuations. Lines end
// in LF; a CR before the LF belongs to the line. The empty line after a header is neither. A field is a name
// of at most 126 graphic ASCII characters and ":", without "/" after it. A continuation is blanks and a
// character of names. May stop before a name of more than 60 characters, and before a line that ends in the
// last 128 bytes.
[[nodiscard]] std::size_t field_lines(std::string_view text);

}  // namespace urlsieve

#endif
