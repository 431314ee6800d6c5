// Help as it leaves the program, and where errors of usage point to it.
#ifndef URLSIEVE_CLI_HELP_OUTPUT_HPP
#define URLSIEVE_CLI_HELP_OUTPUT_HPP

#include <CLI/App.hpp>
#include <string_view>

#include "src/cli/terminal/coloring.hpp"

namespace urlsieve::cli {

// --color.
void add_color_flag(CLI::App& flags, color_choice& choice);

// Writes to standard output. Returns the exit code.
[[nodiscard]] int print_help(std::string_view text);

// "urlsieve: MESSAGE", then which help tells more: that of `subcommand`, or where it is empty of the program.
void say_usage_error(std::string_view message, std::string_view subcommand);

}  // namespace urlsieve::cli

#endif
