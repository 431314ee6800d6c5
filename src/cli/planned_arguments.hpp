// Converts the arguments of a plan's tasks: from parsed flags to words in the plan, and back when a task
// runs.
#ifndef URLSIEVE_CLI_PLANNED_ARGUMENTS_HPP
#define URLSIEVE_CLI_PLANNED_ARGUMENTS_HPP

#include <CLI/App.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "src/cluster/plan_store.hpp"
#include "src/cluster/run_task.hpp"
#include "src/cluster/task_plan.hpp"

namespace urlsieve::cli {

// Removes every option of extract from `flags` that tasks of a plan cannot have, except `exceptions`. The
// table of options (option_row::is_planned) defines the allowed options for `plan` and `run-task`.
void remove_unplanned(CLI::App& flags, std::initializer_list<std::string_view> exceptions);

// Checks the arguments of a plan; `path` is for the message. Fails with error_code::usage unless:
// - all extract tasks have the same arguments, and all merge tasks have the same arguments;
// - the arguments are written as `plan` writes them;
// - the fields of the plan agree with the arguments.
[[nodiscard]] result<void> check_planned_arguments(const task_plan& plan, const std::string& path);

// Runs load_plan() and check_planned_arguments(). `key_file`: empty without a key. `plan_file`: a copy of the
// plan of the store, which is read instead; empty: none.
[[nodiscard]] result<task_plan> load_checked_plan(const plan_store& store, const std::string& key_file,
                                                  bool quiet, const std::string& plan_file = {});

// Runs read_plan_key(). Unless `quiet`, warns on standard error if other users can read the file.
[[nodiscard]] result<plan_key> read_key_with_warning(const std::string& path, bool quiet);

// Returns the parsers that run_task() uses for the arguments of tasks, without a temporary directory. The
// parsers accept the options that remove_unplanned() keeps, and fail with error_code::usage otherwise.
[[nodiscard]] task_arguments task_argument_parsers();

}  // namespace urlsieve::cli

#endif
