// Ends a subcommand that failed.
#ifndef URLSIEVE_CLI_FAILED_RUN_HPP
#define URLSIEVE_CLI_FAILED_RUN_HPP

#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve::cli {

// Prints the error that ended `subcommand` and returns the exit code. If a signal interrupted the run, ends
// the process by the same signal instead. A closed output is no failure: the reader needs no more.
[[nodiscard]] int end_failed_run(const error& problem, std::string_view subcommand = {});

}  // namespace urlsieve::cli

#endif
