// Lines as programs cut them that wrap text hard: at a column, whatever stands there.
#ifndef URLSIEVE_TEXT_HARD_WRAP_HPP
#define URLSIEVE_TEXT_HARD_WRAP_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace urlsieve::hard_wrap {

// The widths that are in use, in characters.
inline constexpr std::size_t least_width = 60;
inline constexpr std::size_t most_width = 80;

// More bytes than the widest line has.
inline constexpr std::size_t reach = 4 * (most_width + 2);

// What stands before the text of a quoted or indented line.
inline constexpr std::string_view prefix_bytes = "> \t|";

// Characters of UTF-8, or bytes of another charset.
[[nodiscard]] inline std::size_t width_of(std::string_view line) {
  return static_cast<std::size_t>(std::count_if(
      line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

[[nodiscard]] inline bool is_wrapped_width(std::size_t width) {
  return width >= least_width && width <= most_width;
}

// The line that ends right before `end`, which is the place of its line feed, CR or of the end; empty if it
// is wider than any that was wrapped.
[[nodiscard]] inline std::string_view line_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  const std::size_t far = end - std::min(end, reach);
  while (begin > far && text[begin - 1] != '\n') --begin;
  return begin == far && far != 0 ? std::string_view{} : text.substr(begin, end - begin);
}

[[nodiscard]] inline std::string_view prefix_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(prefix_bytes), line.size()));
}

}  // namespace urlsieve::hard_wrap

#endif
