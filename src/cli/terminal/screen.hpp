// Queries the terminal at standard error, and its other users.
#ifndef URLSIEVE_CLI_TERMINAL_SCREEN_HPP
#define URLSIEVE_CLI_TERMINAL_SCREEN_HPP

#include <cstddef>

namespace urlsieve::cli::screen {

// True if standard error is a terminal.
[[nodiscard]] bool is_terminal();

// True if standard error is a terminal that can redraw a line: TERM is set and not "dumb".
[[nodiscard]] bool can_redraw();

// Returns the current number of columns; 80 if unknown.
[[nodiscard]] std::size_t width();

// True if a write does not block and the program is not in the background of the terminal.
[[nodiscard]] bool is_writable();

// True if rows on standard output may appear on the terminal. Standard output is then a terminal, or a pipe
// or socket while another program of the job prints to the terminal.
[[nodiscard]] bool shows_rows();

// True if a program reads single keys from the terminal, as a pager does.
[[nodiscard]] bool reads_single_keys();

// True if the locale says that the terminal uses UTF-8.
[[nodiscard]] bool has_utf8();

}  // namespace urlsieve::cli::screen

#endif
