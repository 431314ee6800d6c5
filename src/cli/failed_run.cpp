#include "src/cli/failed_run.hpp"

#include "src/cli/exit_code.hpp"
#include "src/cli/saying.hpp"
#include "src/cli/signals.hpp"

namespace urlsieve::cli {

int end_failed_run(const error& what, std::string_view subcommand) {
  if (what.code != error_code::closed_output) say(what, subcommand);
  if (what.code == error_code::interrupted) signal_watch::end_by_signal();
  return exit_code_of(what.code);
}

}  // namespace urlsieve::cli
