// Finds lines by how they begin.
#ifndef URLSIEVE_TEXT_LINE_START_HPP
#define URLSIEVE_TEXT_LINE_START_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

struct line_starts {
  char first[2];   // two bytes that begin a line
  char second[2];  // or these
};

// The first place at or after `from` where a line begins as asked; npos if there is none. A line begins at
// the front of the text and behind a LF.
[[nodiscard]] std::size_t find_line_start(std::string_view text, std::size_t from, line_starts wanted);

}  // namespace urlsieve

#endif
