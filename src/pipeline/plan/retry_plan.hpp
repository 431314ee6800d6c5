// Tasks that failed are tried again.
#ifndef URLSIEVE_PIPELINE_PLAN_RETRY_PLAN_HPP
#define URLSIEVE_PIPELINE_PLAN_RETRY_PLAN_HPP

#include <cstddef>

#include "src/pipeline/plan/task_plan.hpp"
#include "src/pipeline/plan/task_record.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct retried_tasks {
  std::size_t failed = 0;     // that nothing is held against any more
  std::size_t dependent = 0;  // that were done without the inputs of those, and are to be done again
};

[[nodiscard]] result<retried_tasks> retry_failed(const task_plan& plan, const task_records& records);

}  // namespace urlsieve

#endif
