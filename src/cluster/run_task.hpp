// Runs one task of a plan in this process.
#ifndef URLSIEVE_CLUSTER_RUN_TASK_HPP
#define URLSIEVE_CLUSTER_RUN_TASK_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_record.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/merge_shards.hpp"

namespace urlsieve {

struct extract_options;

// Parsers for the arguments of tasks.
struct task_arguments {
  std::function<result<extract_options>(const std::vector<std::string>&)> of_extract;
  std::function<result<merge_options>(const std::vector<std::string>&)> of_merge;
  std::string temporary;  // directory for temporary files; empty: beside the output
};

enum class task_end : std::uint8_t {
  done,               // by this or an earlier call
  not_ready,          // needed tasks are not done
  running_elsewhere,  // another process runs the task
  failed,             // may be tried again
  given_up,           // final failure: wrong usage, a changed input, or too many attempts
};

struct task_outcome {
  task_end end = task_end::done;
  bool before = false;  // the task was done before this call
  task_result record;   // if done
  std::string why;      // if not done
};

// Runs the task, unless it is done, and records the outcome. Fails if the outcome is unknown, because the
// store of the plan cannot be read or written, or the run was interrupted (monitor.stop).
[[nodiscard]] result<task_outcome> run_task(const task_plan& plan, const planned_task& task,
                                            const task_records& records, const task_arguments& arguments,
                                            run_monitor& monitor);

// Removes leftovers of a publication that was killed at its end. Does nothing unless the plan is published
// with all of its inputs.
void clear_published(const task_plan& plan, const task_records& records);

}  // namespace urlsieve

#endif
