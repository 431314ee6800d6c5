// How a subcommand ends whose run failed while signals were watched for.
#ifndef URLSIEVE_CLI_FAILED_RUN_HPP
#define URLSIEVE_CLI_FAILED_RUN_HPP

#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve::cli {

// Says what ended the run of `subcommand`. Returns the exit code; where a signal interrupted the run, ends
// the process by that signal instead.
[[nodiscard]] int end_failed_run(const error& what, std::string_view subcommand);

}  // namespace urlsieve::cli

#endif
