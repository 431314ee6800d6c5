// Finds where JSON strings begin and end in one pass: the unescaped quotes, and whether the text needs a
// closer look.
//
//   text     { " a " : " b \ " c " }
//   quotes     ^   ^   ^         ^
//   escaped                      *      a backslash is between the quote and the quote before
#ifndef URLSIEVE_TEXT_SCAN_QUOTE_SCAN_HPP
#define URLSIEVE_TEXT_SCAN_QUOTE_SCAN_HPP

#include <cstddef>
#include <cstdint>

namespace urlsieve {

struct quote_marks {
  std::size_t count = 0;       // number of quotes
  bool has_controls = false;   // bytes below 0x20
  bool has_non_ascii = false;  // bytes from 0x80
};

// Bit in the place of a quote: a backslash is between the quote and the quote before ("escaped" above).
inline constexpr std::uint32_t quote_behind_backslash = std::uint32_t{1} << 31U;

// Writes the places of unescaped quotes to `out` in ascending order. Reads nothing outside of the text.
// Requires: size < 2 GiB, and `out` has size + 3 elements.
[[nodiscard]] quote_marks find_quotes(const char* text, std::size_t size, std::uint32_t* out);

}  // namespace urlsieve

#endif
