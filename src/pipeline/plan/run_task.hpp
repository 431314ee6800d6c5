// One task of a plan, done here.
#ifndef URLSIEVE_PIPELINE_PLAN_RUN_TASK_HPP
#define URLSIEVE_PIPELINE_PLAN_RUN_TASK_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/pipeline/plan/task_plan.hpp"
#include "src/pipeline/plan/task_record.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/merge_shards.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// What the arguments of tasks mean.
struct task_arguments {
  std::function<result<extract_options>(const std::vector<std::string>&)> of_extract;
  std::function<result<merge_options>(const std::vector<std::string>&)> of_merge;
  std::string temporary;  // a directory for what does not fit into memory; empty: beside the output
};

enum class task_end : std::uint8_t {
  done,       // by this call or before it
  not_ready,  // tasks that it needs are not done
  held,       // somebody else is at work on it
  failed,     // and may be tried again
  given_up,   // failed for good: wrong usage, an input that changed, or too many attempts
};

struct task_outcome {
  task_end end = task_end::done;
  bool before = false;  // it was done before this call
  task_result made;     // done
  std::string why;      // else
};

// Makes what the task makes, unless that is there, and records how it went. An error: nobody can tell, as the
// folder of the plan cannot be read or written, or the run was interrupted (monitor.stop).
[[nodiscard]] result<task_outcome> run_task(const task_plan& plan, const planned_task& task,
                                            const task_records& records, const task_arguments& arguments,
                                            run_monitor& monitor);

// Removes what a publication that was killed at its end left behind. Nothing happens unless the plan is
// published with all of its inputs.
void clear_published(const task_plan& plan, const task_records& records);

}  // namespace urlsieve

#endif
