// The arguments of a plan's tasks: written down as they are typed, and read again where a task is run.
#ifndef URLSIEVE_CLI_PLANNED_ARGUMENTS_HPP
#define URLSIEVE_CLI_PLANNED_ARGUMENTS_HPP

#include <CLI/App.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "src/pipeline/plan/run_task.hpp"

namespace urlsieve::cli {

// The options of `flags` that were given, but for `others`, each as "--name" and its value, in the order in
// which they are declared. Of several values of one option each stands behind its name.
[[nodiscard]] std::vector<std::string> arguments_given(const CLI::App& flags,
                                                       const std::vector<std::string_view>& others);

[[nodiscard]] task_arguments meaning_of_arguments();

}  // namespace urlsieve::cli

#endif
