// Where the strings of JSON begin and end, in one pass: the quotes that no backslash escapes, and whether
// anything in the text asks for a closer look.
//
//   text     { " a " : " b \ " c " }
//   quotes     ^   ^   ^         ^
//   escaped                      *      a backslash stands between it and the quote before
#ifndef URLSIEVE_TEXT_QUOTE_SCAN_HPP
#define URLSIEVE_TEXT_QUOTE_SCAN_HPP

#include <cstddef>
#include <cstdint>

namespace urlsieve {

struct quote_marks {
  std::size_t count = 0;       // of the quotes
  bool has_controls = false;   // bytes below 0x20
  bool has_non_ascii = false;  // bytes from 0x80 on
};

// Beside the place of a quote: see "escaped" above.
inline constexpr std::uint32_t quote_behind_backslash = std::uint32_t{1} << 31U;

// Writes the places, ascending; `out` has room for size + 3. Reads nothing outside of the text.
// REQUIRES: size < 2 GiB.
[[nodiscard]] quote_marks find_quotes(const char* text, std::size_t size, std::uint32_t* out);

}  // namespace urlsieve

#endif
