// Prints help, with or without colors.
#ifndef URLSIEVE_CLI_HELP_OUTPUT_HPP
#define URLSIEVE_CLI_HELP_OUTPUT_HPP

#include <CLI/App.hpp>
#include <string_view>

#include "src/cli/terminal/coloring.hpp"

namespace urlsieve::cli {

// Adds --color.
void add_color_flag(CLI::App& flags, color_choice& choice);

// Writes `text` to standard output and returns the exit code.
[[nodiscard]] int print_help(std::string_view text);

}  // namespace urlsieve::cli

#endif
