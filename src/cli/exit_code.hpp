// The exit codes of the program.
#ifndef URLSIEVE_CLI_EXIT_CODE_HPP
#define URLSIEVE_CLI_EXIT_CODE_HPP

#include "urlsieve/error.hpp"
#include "urlsieve/outcome.hpp"

namespace urlsieve::cli {

enum exit_code : int {
  all_read = 0,
  some_damaged = 1,  // complete for all readable input; or a line was rejected (normalize, resolve)
  wrong_usage = 2,
  run_failed = 3,
  try_later = 4,  // for a plan: waits for other tasks, or another process works on the task
};

// Returns the exit code of a run that ended with an error, or with an outcome.
[[nodiscard]] constexpr int exit_code_of(error_code code) {
  switch (code) {
    case error_code::usage:
    case error_code::no_such_input:
    case error_code::output_exists:
    case error_code::not_supported:
    case error_code::invalid_url:
      return wrong_usage;
    case error_code::closed_output:
      return all_read;
    case error_code::cannot_open:
    case error_code::cannot_read:
    case error_code::cannot_write:
    case error_code::out_of_memory:
    case error_code::interrupted:
      break;
  }
  return run_failed;
}

[[nodiscard]] constexpr int exit_code_of(outcome ended) {
  switch (ended) {
    case outcome::complete:
      return all_read;
    case outcome::faulty:
      return some_damaged;
    case outcome::nothing_read:
      break;
  }
  return run_failed;
}

}  // namespace urlsieve::cli

#endif
