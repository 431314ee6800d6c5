#include "src/cli/help_output.hpp"

#include <unistd.h>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/pipeline/outputs/write_all.hpp"

namespace urlsieve::cli {

void add_color_flag(CLI::App& flags, color_choice& choice) {
  add_choice<color_choice>(
      flags, "--color", choice,
      {{"auto", color_choice::automatic}, {"always", color_choice::always}, {"never", color_choice::never}},
      "Use colours: on a terminal if NO_COLOR is not set, always, or never");
}

int print_help(std::string_view text) {
  const result<void> written = write_as_is(STDOUT_FILENO, text);
  return written ? all_read : end_failed_run(written.error());
}

}  // namespace urlsieve::cli
