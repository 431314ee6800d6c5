// Recovers a plan from failures: repeats tasks that failed, or that finished without some of their inputs,
// and removes what killed attempts left in the store (`plan --clean`).
#ifndef URLSIEVE_CLUSTER_PLAN_RECOVERY_HPP
#define URLSIEVE_CLUSTER_PLAN_RECOVERY_HPP

#include <cstddef>

#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_record.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct retried_tasks {
  std::size_t failed = 0;      // failed tasks
  std::size_t incomplete = 0;  // splits finished without inputs that could not be read
  std::size_t dependent = 0;   // tasks finished without the inputs of such tasks
};

// Begins a round of retries (retry_rounds.hpp) with these tasks and all tasks that need them, so that the
// tasks run again. A split that lacks inputs is read again completely, so rows and manifest become those of
// an undisturbed run. Fails if the records cannot be read, or the round cannot be written; ignores attempts
// that cannot be removed.
[[nodiscard]] result<retried_tasks> retry_failed(const task_plan& plan, const task_records& records);

struct cleaned_plan {
  std::size_t running = 0;  // tasks that another process runs, or whose lease has not expired: left alone
  std::size_t uploads = 0;  // unfinished uploads that were aborted
};

// Removes the runs that no result names, and, if no task is running, unfinished uploads. Removes all runs and
// leases if the plan is published with all of its inputs. Fails if the store cannot be read.
[[nodiscard]] result<cleaned_plan> clean_plan(const task_plan& plan, const task_records& records);

}  // namespace urlsieve

#endif
