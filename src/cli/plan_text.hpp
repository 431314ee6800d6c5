// Formats the status of a plan's tasks, as text and as JSON.
#ifndef URLSIEVE_CLI_PLAN_TEXT_HPP
#define URLSIEVE_CLI_PLAN_TEXT_HPP

#include <string>
#include <vector>

#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_record.hpp"

namespace urlsieve::cli {

// Returns the status as lines: first a line for each kind of task ("extract: 12 of 20 done, 2 running"), then
// the running tasks with their machines, and the failed tasks with their reasons.
[[nodiscard]] std::vector<std::string> status_lines(const task_plan& plan,
                                                    const std::vector<task_status>& statuses);

[[nodiscard]] std::string status_json(const task_plan& plan, const std::vector<task_status>& statuses);

// Returns the lines after a plan was made in `out`: "out/plan.jsonl: 20 splits of 1.2 GiB, 64 shards, 85
// tasks", and the commands to run next. `key_file`: the value of --seal; may be empty.
[[nodiscard]] std::vector<std::string> planned_lines(const task_plan& plan, const std::string& out,
                                                     const std::string& key_file);

}  // namespace urlsieve::cli

#endif
