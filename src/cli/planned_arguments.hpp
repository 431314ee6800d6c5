// The arguments of a plan's tasks: written down as they are typed, and read again where a task is run.
#ifndef URLSIEVE_CLI_PLANNED_ARGUMENTS_HPP
#define URLSIEVE_CLI_PLANNED_ARGUMENTS_HPP

#include <CLI/App.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "src/pipeline/plan/run_task.hpp"
#include "src/pipeline/plan/task_plan.hpp"

namespace urlsieve::cli {

// The options of `flags` that were given, but for `others`, each as "--name" and its value, in the order in
// which they are declared. Of several values of one option each stands behind its name.
[[nodiscard]] std::vector<std::string> arguments_given(const CLI::App& flags,
                                                       const std::vector<std::string_view>& others);

// Removes every option of extract from `flags` that the tasks of a plan cannot have, but for `kept`. One list
// says which options tasks can have; `plan` takes no other, and run-task accepts no other. No option on that
// list names a place to write to.
void remove_unplanned(CLI::App& flags, std::initializer_list<std::string_view> kept);

// error_code::usage unless all extracts of the plan have the same arguments, and so have all merges, written
// as `plan` writes them, and what the plan says of itself follows from them. `path` is for the message.
[[nodiscard]] result<void> check_planned_arguments(const task_plan& plan, const std::string& path);

// load_plan() and check_planned_arguments(). `key_file`: empty without a key.
[[nodiscard]] result<task_plan> load_checked_plan(const std::string& out, const std::string& key_file,
                                                  bool quiet);

// read_plan_key(); unless `quiet`, with advice on standard error if other users can read the file.
[[nodiscard]] result<plan_key> read_advised_key(const std::string& path, bool quiet);

[[nodiscard]] task_arguments meaning_of_arguments();

}  // namespace urlsieve::cli

#endif
