// The directories of a plan in which tasks write and remove files: OUT/tasks and OUT/runs. Both carry the
// mark of temporary directories (shards/temporary_mark.hpp). Directories without the mark belong to a user:
// no task removes their files, even if a plan.jsonl is copied beside them.
#ifndef URLSIEVE_CLUSTER_PLAN_FOLDER_HPP
#define URLSIEVE_CLUSTER_PLAN_FOLDER_HPP

#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Fails with error_code::output_exists if OUT/tasks or OUT/runs is a symbolic link, no directory, or holds
// anything without the mark; with cannot_read if a directory cannot be examined. Both may be missing.
[[nodiscard]] result<void> check_plan_folder(const std::string& out);

// Creates OUT/tasks and OUT/runs if missing. Fails as check_plan_folder() does, and with cannot_open or
// cannot_write if a directory or its mark cannot be created.
[[nodiscard]] result<void> open_plan_folder(const std::string& out);

// True for the temporary name in OUT under which plan.jsonl is written.
[[nodiscard]] bool is_plan_being_written(std::string_view name);

// True for each name in OUT that a killed `plan` may leave. check_plan_folder() decides if the directories
// among them belong to a plan.
[[nodiscard]] bool is_left_by_plan(std::string_view name);

// Removes OUT/runs, and the leases and incomplete records of killed processes. Requires: the plan is
// published, and all tasks are done.
void clear_plan_folder(const std::string& out) noexcept;

}  // namespace urlsieve

#endif
