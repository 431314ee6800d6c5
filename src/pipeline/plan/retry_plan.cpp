#include "src/pipeline/plan/retry_plan.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace urlsieve {

result<retried_tasks> retry_failed(const task_plan& plan, const task_records& records) {
  const result<std::vector<task_standing>> standing = records.look_at_all(plan);
  if (!standing) return tl::unexpected(standing.error());
  retried_tasks done;
  std::set<std::string> failed;
  for (std::size_t i = 0; i < standing->size(); ++i) {
    const task_state state = (*standing)[i].state;
    if (state != task_state::failed && state != task_state::given_up) continue;
    records.forget(plan.tasks[i]);
    failed.insert(plan.tasks[i].id);
    ++done.failed;
  }
  for (std::size_t i = 0; i < standing->size(); ++i) {
    if (!(*standing)[i].ended) continue;
    const std::vector<std::string>& without = (*standing)[i].ended->left_out;
    if (std::none_of(without.begin(), without.end(),
                     [&](const std::string& id) { return failed.contains(id); }))
      continue;
    records.forget(plan.tasks[i]);
    ++done.dependent;
  }
  return done;
}

}  // namespace urlsieve
