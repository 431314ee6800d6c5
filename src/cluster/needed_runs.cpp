#include "src/cluster/needed_runs.hpp"

#include <algorithm>
#include <utility>

#include "src/cluster/plan_store.hpp"

namespace urlsieve {
namespace {

bool is_left_out(const planned_task& need, const task_status& standing) {
  return standing.state == task_state::given_up && need.kind == task_kind::extract;
}

// Returns why a task has to wait for `need`; nullopt if `need` is done or left out.
std::optional<std::string> why_waits(const planned_task& need, const task_status& standing) {
  if (standing.state == task_state::done || is_left_out(need, standing)) return std::nullopt;
  return "it needs " + need.id + ", which is " + std::string(name_of(standing.state));
}

}  // namespace

result<std::optional<std::string>> needed_runs::find_open() const {
  const result<std::vector<task_status>> standing = records_.look_at_needs(plan_, task_);
  if (!standing) return tl::unexpected(standing.error());
  for (std::size_t i = 0; i < task_.needs.size(); ++i)
    if (std::optional<std::string> why = why_waits(*plan_.find(task_.needs[i]), (*standing)[i])) return why;
  return std::nullopt;
}

result<std::optional<std::string>> needed_runs::gather() {
  const result<std::vector<task_status>> standing = records_.look_at_needs(plan_, task_);
  if (!standing) return tl::unexpected(standing.error());
  for (std::size_t i = 0; i < task_.needs.size(); ++i) {
    const std::string& id = task_.needs[i];
    const planned_task& need = *plan_.find(id);
    if (std::optional<std::string> why = why_waits(need, (*standing)[i])) return why;
    if (is_left_out(need, (*standing)[i])) {
      omitted_.insert(id);
      continue;
    }
    const task_result& recorded = *(*standing)[i].ended;
    omitted_.insert(recorded.left_out.begin(), recorded.left_out.end());
    without_.insert(recorded.without.begin(), recorded.without.end());
    complete_ = complete_ && recorded.complete;
    if (recorded.empty && knows(recorded.left_out)) continue;
    result<std::optional<std::string>> run = std::nullopt;
    if (knows(recorded.left_out)) run = records_.store().find_run(need, recorded, task_.shard);
    if (!run) return tl::unexpected(std::move(run.error()));
    if (!*run) {
      records_.forget(need);
      return "the output of task " + id + " has disappeared: the task must be repeated";
    }
    runs_.push_back(std::move(**run));
    manifests_.push_back(recorded.manifest);
  }
  return std::nullopt;
}

// Returns true if the plan has tasks of all these ids.
bool needed_runs::knows(const std::vector<std::string>& ids) const {
  return std::all_of(ids.begin(), ids.end(),
                     [this](const std::string& id) { return plan_.find(id) != nullptr; });
}

void needed_runs::remove() const {
  for (const std::string& run : runs_) records_.store().remove_run(run, task_.shard);
}

}  // namespace urlsieve
