// Passes over the lines of a header that are in good order, so that whoever reads it looks at the others
// alone.
#ifndef URLSIEVE_TEXT_FIELD_LINES_HPP
#define URLSIEVE_TEXT_FIELD_LINES_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// How many bytes the lines at the front of `text` take that are fields (a name of at most 126 graphic
// characters of ASCII, ":" right behind it, and no "/" behind that) or go on with one (blanks, and such a
// character). Each has its end. It may stop before a name of more than 60 characters, and before a line that
// ends in the last 128 bytes.
[[nodiscard]] std::size_t field_lines(std::string_view text);

}  // namespace urlsieve

#endif
