// The elements of a list as one text, for forms of rows without lists.
#ifndef URLSIEVE_ROWS_LIST_TEXT_HPP
#define URLSIEVE_ROWS_LIST_TEXT_HPP

#include <span>
#include <string>
#include <string_view>

namespace urlsieve {

// Returns true for TAB, CR and LF.
[[nodiscard]] constexpr bool breaks_text(char byte) {
  return byte == '\t' || byte == '\r' || byte == '\n';
}

// Appends the elements with `between` after each element but the last. TAB, CR, LF and `between` inside an
// element become percent escapes. Requires: `between` is a blank or NUL.
void append_list(std::span<const std::string_view> elements, char between, std::string& out);

}  // namespace urlsieve

#endif
