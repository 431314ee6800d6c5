// Repeats tasks that failed, or that finished without some of their inputs.
#ifndef URLSIEVE_CLUSTER_RETRY_PLAN_HPP
#define URLSIEVE_CLUSTER_RETRY_PLAN_HPP

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

}  // namespace urlsieve

#endif
