// The directories of a plan that tasks write to and remove from: OUT/tasks and OUT/runs. Both carry the mark
// of temporary directories (shards/temporary_mark.hpp), so that a plan.jsonl that somebody copied into
// another directory never removes what is in the way there.
#ifndef URLSIEVE_PIPELINE_PLAN_PLAN_FOLDER_HPP
#define URLSIEVE_PIPELINE_PLAN_PLAN_FOLDER_HPP

#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

// error_code::cannot_read if that cannot be told, and output_exists if OUT/tasks or OUT/runs is a symbolic
// link, no directory, or holds anything without the mark. Both may be missing.
[[nodiscard]] result<void> check_plan_folder(const std::string& out);

// Makes OUT/tasks and OUT/runs unless they are there. Fails as check_plan_folder() does.
[[nodiscard]] result<void> open_plan_folder(const std::string& out);

// True for the name in OUT of a plan that a killed call was writing.
[[nodiscard]] bool is_plan_being_written(std::string_view name);

// True if OUT holds nothing, or no more than a killed call that was to store a plan leaves: OUT/tasks,
// OUT/runs, and what is_plan_being_written() knows. Fails as check_plan_folder() does.
[[nodiscard]] result<bool> holds_only_plan_folders(const std::string& out);

// Removes what tasks leave behind once the plan is published: OUT/runs, and what killed processes left:
// records that they were writing, and leases. Requires: no task is left to do.
void clear_plan_folder(const std::string& out) noexcept;

}  // namespace urlsieve

#endif
