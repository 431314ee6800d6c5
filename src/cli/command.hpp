// The contract of a subcommand: it says what it is, declares its flags, and runs.
#ifndef URLSIEVE_CLI_COMMAND_HPP
#define URLSIEVE_CLI_COMMAND_HPP

#include <CLI/App.hpp>
// Without these two a subcommand's object file needs main's for the tables of their virtual functions.
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>

#include "src/cli/help/command_words.hpp"

namespace urlsieve::cli {

class command {
 public:
  virtual ~command() = default;

  [[nodiscard]] virtual const command_words& words() const = 0;

  // Adds its flags to `flags`, which live as long as the command.
  virtual void declare(CLI::App& flags) = 0;

  // REQUIRES: what was declared has been parsed. Returns the exit code.
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
