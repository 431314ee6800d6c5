// The frame of all subcommands: help texts, flags, the run, and the report of a failure.
#ifndef URLSIEVE_CLI_COMMAND_HPP
#define URLSIEVE_CLI_COMMAND_HPP

#include <CLI/App.hpp>
// Without these two headers, the object file of a subcommand needs the virtual tables in the object file of
// main.
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <string_view>

#include "src/cli/help/command_words.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve::cli {

// Prints the error that ended `subcommand` and returns the exit code. If a signal interrupted the run, ends
// the process by the same signal instead. A closed output is no failure: the reader needs no more.
[[nodiscard]] int end_failed_run(const error& problem, std::string_view subcommand = {});

class command {
 public:
  virtual ~command() = default;

  // Returns the help texts, which are static.
  [[nodiscard]] const command_words& words() const { return words_; }

  // Adds the flags to `flags`. The flags refer to members of the command, and run() refers to `flags`, so
  // both must live until run() returns.
  virtual void declare(CLI::App& flags) = 0;

  // Runs the subcommand, prints its results and errors, and returns the exit code (exit_code.hpp). Call once.
  // Requires: the declared flags have been parsed.
  [[nodiscard]] int run();

 protected:
  // Requires: `words` outlives the command.
  explicit command(const command_words& words) : words_(words) {}

  // Runs the subcommand and prints its results. Returns the exit code, or the error that ended the
  // subcommand: run() prints the error and derives the exit code from it (end_failed_run()).
  [[nodiscard]] virtual result<int> execute() = 0;

  // Prints an error of the command line, and the command for more help. Returns the exit code.
  [[nodiscard]] int refuse(std::string_view why) const;

  // Returns `code`, or the error of `ended`.
  [[nodiscard]] static result<int> code_after(const result<void>& ended, int code) {
    return ended.map([code] { return code; });
  }

 private:
  const command_words& words_;
};

[[nodiscard]] std::unique_ptr<command> make_extract_command();
[[nodiscard]] std::unique_ptr<command> make_index_command();
[[nodiscard]] std::unique_ptr<command> make_learn_command();
[[nodiscard]] std::unique_ptr<command> make_normalize_command();
[[nodiscard]] std::unique_ptr<command> make_resolve_command();
[[nodiscard]] std::unique_ptr<command> make_parse_command();
[[nodiscard]] std::unique_ptr<command> make_compare_command();
[[nodiscard]] std::unique_ptr<command> make_merge_command();
[[nodiscard]] std::unique_ptr<command> make_convert_command();
[[nodiscard]] std::unique_ptr<command> make_plan_command();
[[nodiscard]] std::unique_ptr<command> make_run_task_command();
[[nodiscard]] std::unique_ptr<command> make_get_command();
[[nodiscard]] std::unique_ptr<command> make_records_command();
[[nodiscard]] std::unique_ptr<command> make_graph_command();
[[nodiscard]] std::unique_ptr<command> make_diff_command();
[[nodiscard]] std::unique_ptr<command> make_verify_command();
[[nodiscard]] std::unique_ptr<command> make_stats_command();
[[nodiscard]] std::unique_ptr<command> make_report_command();
[[nodiscard]] std::unique_ptr<command> make_update_command();
[[nodiscard]] std::unique_ptr<command> make_purge_command();
[[nodiscard]] std::unique_ptr<command> make_help_command();

}  // namespace urlsieve::cli

#endif
