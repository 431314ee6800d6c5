// What can be done with the terminal that standard error is, and who else uses it.
#ifndef URLSIEVE_CLI_TERMINAL_SCREEN_HPP
#define URLSIEVE_CLI_TERMINAL_SCREEN_HPP

#include <cstddef>

namespace urlsieve::cli::screen {

// Standard error is a terminal.
[[nodiscard]] bool is_there();

// And one in which a line can be drawn again: TERM says which, and it is not "dumb".
[[nodiscard]] bool redraws();

// How many columns it has now; 80 where it does not tell.
[[nodiscard]] std::size_t width();

// Whether something can be written to it without waiting, and this program is not in its background.
[[nodiscard]] bool takes_more();

// Whether rows on standard output come to be seen in it: that is the terminal itself, or a pipe, and another
// program of the same job prints to the terminal.
[[nodiscard]] bool shows_rows();

// Whether somebody reads single keys from it, as a pager does.
[[nodiscard]] bool is_read_by_keys();

// Whether its characters are those of UTF-8, as the locale tells.
[[nodiscard]] bool has_utf8();

}  // namespace urlsieve::cli::screen

#endif
