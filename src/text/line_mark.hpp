// Finds lines by the bytes they begin with: the separators of mail and news archives.
#ifndef URLSIEVE_TEXT_LINE_MARK_HPP
#define URLSIEVE_TEXT_LINE_MARK_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// The first place at or after `from` that stands right behind a LF of `text` and begins with `mark`; npos if
// there is none. The front of `text` is no such place. REQUIRES: `mark` has 1 to 128 bytes.
[[nodiscard]] std::size_t find_line_mark(std::string_view text, std::size_t from, std::string_view mark);

// In the same pass `is_met` is set if one of the lines between begins with `noted`, and perhaps if one behind
// the place does.
[[nodiscard]] std::size_t find_line_mark(std::string_view text, std::size_t from, std::string_view mark,
                                         char noted, bool& is_met);

}  // namespace urlsieve

#endif
