// Ends a subcommand whose run failed while signals were watched.
#ifndef URLSIEVE_CLI_FAILED_RUN_HPP
#define URLSIEVE_CLI_FAILED_RUN_HPP

#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve::cli {

// Prints the error that ended `subcommand` and returns the exit code. If a signal interrupted the run, ends
// the process by the same signal instead.
[[nodiscard]] int end_failed_run(const error& what, std::string_view subcommand);

}  // namespace urlsieve::cli

#endif
