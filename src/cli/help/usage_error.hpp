// Describes errors in a command line in a consistent form.
#ifndef URLSIEVE_CLI_HELP_USAGE_ERROR_HPP
#define URLSIEVE_CLI_HELP_USAGE_ERROR_HPP

#include <CLI/App.hpp>
#include <string>

namespace urlsieve::cli {

// Returns the message for `problem`, which ended parsing by `flags`, without a line end. Words of the user
// appear unescaped.
[[nodiscard]] std::string usage_error(const CLI::App& flags, const CLI::ParseError& problem);

}  // namespace urlsieve::cli

#endif
