// The width of a page of text for people.
#ifndef URLSIEVE_CLI_TERMINAL_PAGE_WIDTH_HPP
#define URLSIEVE_CLI_TERMINAL_PAGE_WIDTH_HPP

#include <cstddef>

namespace urlsieve::cli {

// Returns the width in columns: $COLUMNS, else the width of the terminal at `descriptor`, else 80. The result
// is at least 40, and at most 120, because longer lines are hard to read.
[[nodiscard]] std::size_t page_width(int descriptor);

}  // namespace urlsieve::cli

#endif
