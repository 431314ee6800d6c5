// `plan --clean`: removes what killed attempts left in the store of a plan.
#ifndef URLSIEVE_CLUSTER_CLEAN_PLAN_HPP
#define URLSIEVE_CLUSTER_CLEAN_PLAN_HPP

#include <cstddef>

#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_record.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct cleaned_plan {
  std::size_t running = 0;  // tasks that another process runs, or whose lease has not expired: left alone
  std::size_t uploads = 0;  // unfinished uploads that were aborted
};

// Removes the runs that no result names, and, if no task is running, unfinished uploads. Removes all runs and
// leases if the plan is published with all of its inputs. Fails if the store cannot be read.
[[nodiscard]] result<cleaned_plan> clean_plan(const task_plan& plan, const task_records& records);

}  // namespace urlsieve

#endif
