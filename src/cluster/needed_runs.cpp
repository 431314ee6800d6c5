#include "src/cluster/needed_runs.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "src/cluster/plan_folder.hpp"
#include "src/cluster/record_file.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/shard_writer.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/manifest.hpp"

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

// Returns false if the task has removed the shard: it was done before, but its own result was lost.
result<bool> holds_shard(const std::string& directory, std::uint32_t shard) {
  const result<stored_manifest> stored = load_manifest(directory);
  if (!stored) return tl::unexpected(stored.error());
  const std::string front = shard_file_front(shard);
  return std::all_of(stored->read.shards.begin(), stored->read.shards.end(),
                     [&](const shard_summary& summary) {
                       return !summary.name.starts_with(front) || name_exists(directory + "/" + summary.name);
                     });
}

}  // namespace

result<std::string> checksum_of_manifest(const std::string& directory) {
  const result<std::optional<std::string>> text = read_record(directory + "/manifest.json");
  if (!text) return tl::unexpected(text.error());
  return *text ? checksum_of(**text) : std::string();
}

result<std::optional<std::string>> needed_runs::find_open() const {
  for (const std::string& id : task_.needs) {
    const planned_task& need = *plan_.find(id);
    const result<task_status> standing = records_.look_at(need);
    if (!standing) return tl::unexpected(standing.error());
    if (std::optional<std::string> why = why_waits(need, *standing)) return why;
  }
  return std::nullopt;
}

result<std::optional<std::string>> needed_runs::gather() {
  for (const std::string& id : task_.needs) {
    const planned_task& need = *plan_.find(id);
    result<task_status> standing = records_.look_at(need);
    if (!standing) return tl::unexpected(standing.error());
    if (std::optional<std::string> why = why_waits(need, *standing)) return why;
    if (is_left_out(need, *standing)) {
      omitted_.insert(id);
      continue;
    }
    const task_result& recorded = *standing->ended;
    omitted_.insert(recorded.left_out.begin(), recorded.left_out.end());
    without_.insert(recorded.without.begin(), recorded.without.end());
    complete_ = complete_ && recorded.complete;
    if (recorded.empty && knows(recorded.left_out)) continue;
    const result<bool> whole = is_whole(id, recorded);
    if (!whole) return tl::unexpected(whole.error());
    if (!*whole) {
      records_.forget(need);
      return "the output of task " + id + " has disappeared: the task must be repeated";
    }
    directories_.push_back(run_path(records_.out(), id));
  }
  return std::nullopt;
}

// Returns true if the plan has tasks of all these ids.
bool needed_runs::knows(const std::vector<std::string>& ids) const {
  return std::all_of(ids.begin(), ids.end(),
                     [this](const std::string& id) { return plan_.find(id) != nullptr; });
}

// Returns true if the run of the task `id` is the run that `recorded` describes, with all that this task
// needs.
result<bool> needed_runs::is_whole(const std::string& id, const task_result& recorded) const {
  const std::string directory = run_path(records_.out(), id);
  const result<bool> has_only_files = holds_only_files(directory);
  if (!has_only_files) return tl::unexpected(has_only_files.error());
  const result<std::string> checksum = *has_only_files ? checksum_of_manifest(directory) : std::string();
  if (!checksum) return tl::unexpected(checksum.error());
  if (!knows(recorded.left_out) || checksum->empty() || *checksum != recorded.manifest) return false;
  return task_.shard ? holds_shard(directory, *task_.shard) : result<bool>(true);
}

void needed_runs::remove() const {
  for (const std::string& directory : directories_) {
    if (!task_.shard) {
      remove_tree(directory);
      continue;
    }
    const result<std::vector<std::string>> names = names_in(directory);
    if (!names) continue;
    const std::string front = shard_file_front(*task_.shard);
    for (const std::string& name : *names)
      if (name.starts_with(front) || name.starts_with(filter_file_front(front)))
        ::unlink((directory + "/" + name).c_str());
  }
}

}  // namespace urlsieve
