// JSON strings with their escapes of two bytes ("\n", "\/") undone, in one pass of vectors; those of code
// units ("\u00e9") are left to json_escape, which asks this first.
#ifndef URLSIEVE_TEXT_SHORT_ESCAPES_HPP
#define URLSIEVE_TEXT_SHORT_ESCAPES_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

struct unescaped_extent {
  std::size_t read = 0;
  std::size_t written = 0;
};

// Decodes `text` up to its end or to the first backslash that begins no such escape. `out` has room for
// text.size() bytes, of which those behind what was written may change. Reads nothing outside of the text.
[[nodiscard]] unescaped_extent undo_short_escapes(std::string_view text, char* out);

}  // namespace urlsieve

#endif
