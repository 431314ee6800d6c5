#include "src/cluster/retry_plan.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace urlsieve {

result<retried_tasks> retry_failed(const task_plan& plan, const task_records& records) {
  const result<std::vector<task_status>> standing = records.look_at_all(plan);
  if (!standing) return tl::unexpected(standing.error());
  retried_tasks done;
  std::set<std::string> redone;
  for (std::size_t i = 0; i < standing->size(); ++i) {
    const planned_task& task = plan.tasks[i];
    const task_status& now = (*standing)[i];
    const bool failed = now.state == task_state::failed || now.state == task_state::given_up;
    const bool lacks_inputs = task.kind == task_kind::extract && now.ended && !now.ended->without.empty();
    const bool depends = now.ended && std::any_of(task.needs.begin(), task.needs.end(),
                                                  [&](const std::string& id) { return redone.contains(id); });
    if (!failed && !lacks_inputs && !depends) continue;
    records.forget(task);
    redone.insert(task.id);
    done.failed += failed ? 1 : 0;
    done.incomplete += lacks_inputs ? 1 : 0;
    done.dependent += depends && !failed ? 1 : 0;
  }
  return done;
}

}  // namespace urlsieve
