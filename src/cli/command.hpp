// The interface of a subcommand: its help texts, its flags, and its run.
#ifndef URLSIEVE_CLI_COMMAND_HPP
#define URLSIEVE_CLI_COMMAND_HPP

#include <CLI/App.hpp>
// Without these two headers, the object file of a subcommand needs the virtual tables in the object file of
// main.
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>

#include "src/cli/help/command_words.hpp"

namespace urlsieve::cli {

class command {
 public:
  virtual ~command() = default;

  // Returns the help texts, which are static.
  [[nodiscard]] virtual const command_words& words() const = 0;

  // Adds the flags to `flags`. The flags refer to members of the command, and run() refers to `flags`, so
  // both must live until run() returns.
  virtual void declare(CLI::App& flags) = 0;

  // Runs the subcommand, prints its results and errors, and returns the exit code (exit_code.hpp). Call once.
  // Requires: the declared flags have been parsed.
  [[nodiscard]] virtual int run() = 0;
};

[[nodiscard]] std::unique_ptr<command> make_extract_command();
[[nodiscard]] std::unique_ptr<command> make_normalize_command();
[[nodiscard]] std::unique_ptr<command> make_resolve_command();
[[nodiscard]] std::unique_ptr<command> make_parse_command();
[[nodiscard]] std::unique_ptr<command> make_compare_command();
[[nodiscard]] std::unique_ptr<command> make_merge_command();
[[nodiscard]] std::unique_ptr<command> make_plan_command();
[[nodiscard]] std::unique_ptr<command> make_run_task_command();
[[nodiscard]] std::unique_ptr<command> make_get_command();
[[nodiscard]] std::unique_ptr<command> make_graph_command();
[[nodiscard]] std::unique_ptr<command> make_diff_command();
[[nodiscard]] std::unique_ptr<command> make_verify_command();
[[nodiscard]] std::unique_ptr<command> make_stats_command();
[[nodiscard]] std::unique_ptr<command> make_report_command();
[[nodiscard]] std::unique_ptr<command> make_help_command();

}  // namespace urlsieve::cli

#endif
