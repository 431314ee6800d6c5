#include "src/cluster/plan_recovery.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/cluster/retry_rounds.hpp"
#include "src/cluster/run_task.hpp"

namespace urlsieve {
namespace {

// Returns false if another process may run the task. An attempt has the lease before it stores anything, and
// its result before it releases the lease, so attempts are listed first, and the result is read last.
result<bool> clean_task(const planned_task& task, const task_records& records, bool has_attempts) {
  const result<std::vector<std::string>> attempts =
      has_attempts ? records.store().list_attempts(task) : result<std::vector<std::string>>();
  if (!attempts) return tl::unexpected(attempts.error());
  const result<task_status> status = records.look_at(task);
  if (!status) return tl::unexpected(status.error());
  if (status->state == task_state::running) return false;
  const result<std::optional<task_result>> ended = records.result_of(task);
  if (!ended) return tl::unexpected(ended.error());
  return records.store().clean(task, *attempts, *ended ? &**ended : nullptr);
}

}  // namespace

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

result<cleaned_plan> clean_plan(const task_plan& plan, const task_records& records) {
  if (result<void> status = records.store().check(); !status) return tl::unexpected(status.error());
  // Most tasks have nothing stored, and need no listing of their own.
  const result<std::optional<std::set<std::string>>> stored = records.store().tasks_with_attempts();
  if (!stored) return tl::unexpected(stored.error());
  cleaned_plan cleaned;
  for (const planned_task& task : plan.tasks) {
    const result<bool> is_clean = clean_task(task, records, !*stored || (*stored)->contains(task.id));
    if (!is_clean) return tl::unexpected(is_clean.error());
    cleaned.running += *is_clean ? 0 : 1;
  }
  if (cleaned.running != 0) return cleaned;
  const result<std::size_t> uploads = records.store().abort_uploads();
  if (!uploads) return tl::unexpected(uploads.error());
  cleaned.uploads = *uploads;
  clear_published(plan, records);
  return cleaned;
}

}  // namespace urlsieve
