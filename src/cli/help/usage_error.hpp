// What is wrong with a command line, in words of one form.
#ifndef URLSIEVE_CLI_HELP_USAGE_ERROR_HPP
#define URLSIEVE_CLI_HELP_USAGE_ERROR_HPP

#include <CLI/App.hpp>
#include <string>

namespace urlsieve::cli {

// Of `problem`, which parsing by `flags` ended with; without a line end. What was typed stands in it as it
// is.
[[nodiscard]] std::string usage_error(const CLI::App& flags, const CLI::ParseError& problem);

}  // namespace urlsieve::cli

#endif
