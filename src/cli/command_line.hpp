// The command line of the program: flags of the program, or a subcommand with its flags.
#ifndef URLSIEVE_CLI_COMMAND_LINE_HPP
#define URLSIEVE_CLI_COMMAND_LINE_HPP

#include <span>

namespace urlsieve::cli {

// Parses the arguments of main(), runs the subcommand, and returns its exit code. Prints usage errors and
// help. Throws what the subcommand throws.
[[nodiscard]] int run_command_line(std::span<char*> arguments);

}  // namespace urlsieve::cli

#endif
