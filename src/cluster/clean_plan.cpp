#include "src/cluster/clean_plan.hpp"

#include <vector>

#include "src/cluster/run_task.hpp"

namespace urlsieve {

result<cleaned_plan> clean_plan(const task_plan& plan, const task_records& records) {
  const result<std::vector<task_status>> statuses = records.look_at_all(plan);
  if (!statuses) return tl::unexpected(statuses.error());
  cleaned_plan cleaned;
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    const task_status& status = (*statuses)[i];
    if (status.state == task_state::running)
      ++cleaned.running;
    else
      records.store().clean(plan.tasks[i], status.ended ? &*status.ended : nullptr);
  }
  if (cleaned.running != 0) return cleaned;
  const result<std::size_t> uploads = records.store().abort_uploads();
  if (!uploads) return tl::unexpected(uploads.error());
  cleaned.uploads = *uploads;
  clear_published(plan, records);
  return cleaned;
}

}  // namespace urlsieve
