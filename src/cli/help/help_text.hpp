// Formats a help page as text for a terminal.
#ifndef URLSIEVE_CLI_HELP_HELP_TEXT_HPP
#define URLSIEVE_CLI_HELP_HELP_TEXT_HPP

#include <cstddef>
#include <string>

#include "src/cli/help/help_page.hpp"
#include "src/cli/terminal/coloring.hpp"

namespace urlsieve::cli {

// Returns the whole page, in lines of at most `width` columns.
[[nodiscard]] std::string whole_help(const help_page& page, std::size_t width, const coloring& colored);

// Returns the arguments, the subcommands, the common options and the examples.
[[nodiscard]] std::string short_help(const help_page& page, std::size_t width, const coloring& colored);

}  // namespace urlsieve::cli

#endif
