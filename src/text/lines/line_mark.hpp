// Finds lines by their first bytes: the separators of mail and news archives.
#ifndef URLSIEVE_TEXT_LINES_LINE_MARK_HPP
#define URLSIEVE_TEXT_LINES_LINE_MARK_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns the first place at or after `from` that follows a LF in `text` and begins with `mark`, or npos. The
// front of `text` does not count. Requires: `mark` has 1 to 128 bytes.
[[nodiscard]] std::size_t find_line_mark(std::string_view text, std::size_t from, std::string_view mark);

// Also sets `is_noted` if a line before the result begins with `noted`. A line after the result may set
// `is_noted`, too.
[[nodiscard]] std::size_t find_line_mark(std::string_view text, std::size_t from, std::string_view mark,
                                         char noted, bool& is_noted);

}  // namespace urlsieve

#endif
