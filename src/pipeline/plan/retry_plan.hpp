// Tries tasks again that failed, or that were done without some of their inputs.
#ifndef URLSIEVE_PIPELINE_PLAN_RETRY_PLAN_HPP
#define URLSIEVE_PIPELINE_PLAN_RETRY_PLAN_HPP

#include <cstddef>

#include "src/pipeline/plan/task_plan.hpp"
#include "src/pipeline/plan/task_record.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct retried_tasks {
  std::size_t failed = 0;      // tasks that failed, and may be tried again
  std::size_t incomplete = 0;  // splits that were done without inputs that could not be read
  std::size_t dependent = 0;   // tasks that were done without the inputs of those
};

// Forgets the results of all of these tasks, so that they are done again. A split that lacks inputs is read
// again as a whole: the rows and the manifest then are those of an undisturbed run.
[[nodiscard]] result<retried_tasks> retry_failed(const task_plan& plan, const task_records& records);

}  // namespace urlsieve

#endif
