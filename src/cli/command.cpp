#include "src/cli/command.hpp"

#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/signals.hpp"

namespace urlsieve::cli {

int end_failed_run(const error& problem, std::string_view subcommand) {
  if (problem.code != error_code::closed_output) print_error(problem, subcommand);
  if (problem.code == error_code::interrupted) signal_watch::end_by_signal();
  return exit_code_of(problem.code);
}

int command::run() {
  const result<int> code = execute();
  return code ? *code : end_failed_run(code.error(), words_.name);
}

int command::refuse(std::string_view why) const {
  print_usage_error(why, words_.name);
  return wrong_usage;
}

}  // namespace urlsieve::cli
