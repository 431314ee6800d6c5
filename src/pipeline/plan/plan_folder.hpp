// The directories of a plan that tasks write to and remove from: OUT/tasks and OUT/runs. Both carry the mark
// of temporary directories (shards/temporary_mark.hpp), so that a plan.jsonl that somebody copied into
// another directory never removes what is in the way there.
#ifndef URLSIEVE_PIPELINE_PLAN_PLAN_FOLDER_HPP
#define URLSIEVE_PIPELINE_PLAN_PLAN_FOLDER_HPP

#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

// error_code::output_exists if OUT/tasks or OUT/runs is a symbolic link, no directory, or holds anything
// without the mark; cannot_read if the system does not tell. Both may be missing.
[[nodiscard]] result<void> check_plan_folder(const std::string& out);

// Makes OUT/tasks and OUT/runs unless they are there. Fails as check_plan_folder() does.
[[nodiscard]] result<void> open_plan_folder(const std::string& out);

// True for the temporary name in OUT under which plan.jsonl is written.
[[nodiscard]] bool is_plan_being_written(std::string_view name);

// True for each name in OUT that a killed `plan` may leave. check_plan_folder() tells whether the directories
// among them are ours.
[[nodiscard]] bool is_left_by_plan(std::string_view name);

// Removes OUT/runs, and the leases and half-written records of killed processes. Requires: the plan is
// published, and no task is left to do.
void clear_plan_folder(const std::string& out) noexcept;

}  // namespace urlsieve

#endif
