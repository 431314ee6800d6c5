#include "src/cli/failed_run.hpp"

#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/signals.hpp"

namespace urlsieve::cli {

int end_failed_run(const error& problem, std::string_view subcommand) {
  if (problem.code != error_code::closed_output) print_error(problem, subcommand);
  if (problem.code == error_code::interrupted) signal_watch::end_by_signal();
  return exit_code_of(problem.code);
}

}  // namespace urlsieve::cli
