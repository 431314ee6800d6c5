#include "src/cluster/retry_plan.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "src/cluster/retry_rounds.hpp"

namespace urlsieve {

result<retried_tasks> retry_failed(const task_plan& plan, const task_records& records) {
  while (true) {
    const result<retry_rounds> rounds = records.read_rounds();
    if (!rounds) return tl::unexpected(rounds.error());
    const result<std::vector<task_status>> standing = records.look_at_all(plan);
    if (!standing) return tl::unexpected(standing.error());
    retried_tasks done;
    std::set<std::string> retried;
    for (std::size_t i = 0; i < standing->size(); ++i) {
      const planned_task& task = plan.tasks[i];
      const task_status& now = (*standing)[i];
      const bool failed = now.state == task_state::failed || now.state == task_state::given_up;
      const bool lacks_inputs = task.kind == task_kind::extract && now.ended && !now.ended->without.empty();
      // Also a task that another process runs now, with the results of before.
      const bool depends = std::any_of(task.needs.begin(), task.needs.end(),
                                       [&](const std::string& id) { return retried.contains(id); });
      if (!failed && !lacks_inputs && !depends) continue;
      retried.insert(task.id);
      done.failed += failed ? 1 : 0;
      done.incomplete += lacks_inputs ? 1 : 0;
      done.dependent += depends && now.ended ? 1 : 0;
    }
    if (retried.empty()) return done;
    const result<bool> added = rounds->add(records.store(), retried);
    if (!added) return tl::unexpected(added.error());
    if (!*added) continue;  // another process retries, too
    for (const planned_task& task : plan.tasks)
      if (retried.contains(task.id)) records.forget_attempts(task);
    return done;
  }
}

}  // namespace urlsieve
