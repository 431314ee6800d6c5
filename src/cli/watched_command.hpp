// A subcommand that works long on directories: shows its progress, and stops at a signal.
#ifndef URLSIEVE_CLI_WATCHED_COMMAND_HPP
#define URLSIEVE_CLI_WATCHED_COMMAND_HPP

#include <CLI/App.hpp>
#include <string>

#include "src/cli/closing_line.hpp"
#include "src/cli/command.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/signals.hpp"
#include "src/cli/stats_text.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve::cli {

class watched_command : public command {
 protected:
  using command::command;

  // Adds --progress and --quiet.
  void declare_watch(CLI::App& flags, const std::string& help_of_quiet) {
    add_progress_flag(flags, progress_);
    flags.add_flag("-q,--quiet", quiet_, help_of_quiet);
  }

  [[nodiscard]] bool quiet() const { return quiet_; }

  // The monitor of the work.
  [[nodiscard]] run_monitor& monitor() { return monitor_; }

  // Makes watch() print damage of the inputs as it occurs, unless the command is quiet.
  void report_damage() { reports_damage_ = true; }

  // Returns work(). Meanwhile, prints progress, warnings and retried requests of `remote`, and a signal stops
  // the work by monitor().stop. `prints_rows`: the work prints rows to standard output.
  template <class Work>
  [[nodiscard]] auto watch(task activity, remote_options& remote, const Work& work,
                           bool prints_rows = false) {
    progress line(monitor_, activity, progress_, quiet_, prints_rows);
    line.print_events(monitor_, remote, quiet_);
    if (reports_damage_ && !quiet_)
      monitor_.on_damage = [&line](const damage_example& example) { line.print(damage_line(example)); };
    const signal_watch signals(monitor_.stop);
    return work();
  }

 private:
  run_monitor monitor_;
  progress_choice progress_ = progress_choice::automatic;
  bool quiet_ = false;
  bool reports_damage_ = false;
};

}  // namespace urlsieve::cli

#endif
