// How wide a page of text for people is.
#ifndef URLSIEVE_CLI_TERMINAL_PAGE_WIDTH_HPP
#define URLSIEVE_CLI_TERMINAL_PAGE_WIDTH_HPP

#include <cstddef>

namespace urlsieve::cli {

// In columns: what $COLUMNS says, else what the terminal behind `descriptor` has, else 80. At least 40, and
// at most 120: longer lines are hard to read.
[[nodiscard]] std::size_t page_width(int descriptor);

}  // namespace urlsieve::cli

#endif
