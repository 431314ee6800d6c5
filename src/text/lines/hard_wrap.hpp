// Recognizes the lines of programs that wrap text hard, at a fixed column.
#ifndef URLSIEVE_TEXT_LINES_HARD_WRAP_HPP
#define URLSIEVE_TEXT_LINES_HARD_WRAP_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "src/text/encodings/utf8.hpp"

namespace urlsieve::hard_wrap {

// The common widths, in characters.
inline constexpr std::size_t least_width = 60;
inline constexpr std::size_t most_width = 80;

// A limit in bytes that exceeds the widest line.
inline constexpr std::size_t reach = 4 * (most_width + 2);

// The bytes before the text of a quoted or indented line.
inline constexpr std::string_view prefix_bytes = "> \t|";

// Returns the number of UTF-8 characters, or of bytes in other charsets.
[[nodiscard]] inline std::size_t width_of(std::string_view line) {
  return line.size() - static_cast<std::size_t>(std::count_if(line.begin(), line.end(), is_utf8_trail));
}

// Returns true if programs wrap lines at `width` characters.
[[nodiscard]] inline bool is_wrapped_width(std::size_t width) {
  return width >= least_width && width <= most_width;
}

// Returns the line that ends at `end`, the offset of its line feed or CR, or the end of the text. Returns an
// empty view if the line is wider than wrapped lines.
[[nodiscard]] inline std::string_view line_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  const std::size_t far = end - std::min(end, reach);
  while (begin > far && text[begin - 1] != '\n') --begin;
  return begin == far && far != 0 ? std::string_view{} : text.substr(begin, end - begin);
}

// Returns the quote marks and blanks at the front of `line`, possibly empty.
[[nodiscard]] inline std::string_view prefix_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(prefix_bytes), line.size()));
}

}  // namespace urlsieve::hard_wrap

#endif
