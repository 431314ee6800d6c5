// The command that a user gave, from its parsed flags.
#ifndef URLSIEVE_CLI_COMMAND_TEXT_HPP
#define URLSIEVE_CLI_COMMAND_TEXT_HPP

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::cli {

// Returns the options of `flags` that were given, except `exclusions`, in order of declaration. Each value
// follows its own "--name", also if an option has several values.
[[nodiscard]] std::vector<std::string> typed_arguments(const CLI::App& flags,
                                                       const std::vector<std::string_view>& exclusions);

// Returns the command for a shell, without passwords: "urlsieve extract --output links a.warc.gz". Up to 10
// inputs are written out; a shell comment has the number of the others.
[[nodiscard]] std::string command_text(const CLI::App& flags, const std::vector<std::string>& inputs);

}  // namespace urlsieve::cli

#endif
