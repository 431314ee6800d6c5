// The store of a plan: the place that all processes of a plan share. Tasks, leases, results and publication
// know nothing else of the place.
//
//   plan.jsonl      the plan; never changes
//   tasks/ID.*      records: leases, attempts and results of tasks
//   runs/ID...      the runs of tasks, until another task has used them
//   part-* ...      the output, once it is published
#ifndef URLSIEVE_CLUSTER_PLAN_STORE_HPP
#define URLSIEVE_CLUSTER_PLAN_STORE_HPP

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cluster/task_lease.hpp"
#include "src/cluster/task_result.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

class split_journal;
struct remote_options;

// The records of a plan at some time. Functions that return a result fail if the store cannot be read
// (error_code::cannot_read, cannot_open).
class record_view {
 public:
  record_view() = default;
  record_view(const record_view&) = delete;
  record_view& operator=(const record_view&) = delete;
  virtual ~record_view() = default;

  // Returns the text of a record; nullopt if there is none. Records are small, with names like
  // "extract-00000.result". Each exists completely or not at all.
  [[nodiscard]] virtual result<std::optional<std::string>> read(const std::string& record) const = 0;
  // Returns the holder of the lease on the task `id`; nullopt without a lease.
  [[nodiscard]] virtual result<std::optional<lease_holder>> look_at_lease(const std::string& id) const = 0;
};

// The names of all records, in byte order, and their texts. Names may be missing that were created a moment
// ago.
struct record_listing {
  std::vector<std::string> names;
  std::unique_ptr<record_view> view;  // null: read the records in the store
};

// The place on this machine where an attempt at a task builds its run. The destructor removes what is left.
class run_workspace {
 public:
  run_workspace(const run_workspace&) = delete;
  run_workspace& operator=(const run_workspace&) = delete;
  virtual ~run_workspace() = default;

  // The directory of the run. Does not exist at first.
  [[nodiscard]] const std::string& directory() const { return directory_; }
  // The file for the list of the inputs of a split.
  [[nodiscard]] const std::string& list() const { return list_; }
  // The journal that keeps the inputs a split has read, for later attempts; null if the store keeps none.
  [[nodiscard]] virtual const split_journal* journal() const = 0;

 protected:
  run_workspace(std::string directory, std::string list)
      : directory_(std::move(directory)), list_(std::move(list)) {}

 private:
  std::string directory_;
  std::string list_;
};

// A store shows the current records, not the records of an earlier time. Functions that return a result fail
// if the store cannot be read (error_code::cannot_read, cannot_open) or written (cannot_write, cannot_open).
// Any number of threads and processes may use a store.
class plan_store : public record_view {
 public:
  // The name of the store, as users write it.
  [[nodiscard]] const std::string& name() const { return name_; }
  // The time after which a lease that is not renewed counts as abandoned.
  [[nodiscard]] std::chrono::seconds patience() const { return patience_; }
  // The access by which runs of this store are read; empty for a directory.
  [[nodiscard]] virtual remote_context remote() const { return {}; }

  // Returns the text of the plan; nullopt if there is none.
  [[nodiscard]] virtual result<std::optional<std::string>> read_plan() const = 0;
  // Writes the plan, and creates what its tasks need. `force` replaces another plan that is not published.
  // In a directory, only this user may read a plan with secrets. Fails with error_code::output_exists if the
  // store holds anything else, and with not_supported if a server lacks conditional writes.
  [[nodiscard]] virtual result<void> write_plan(std::string_view text, bool has_secrets, bool force) = 0;

  // Fails with error_code::output_exists if the places of records and runs hold anything of a user.
  [[nodiscard]] virtual result<void> check() const = 0;
  // Creates the places of records and runs, if missing. Fails as check() does.
  [[nodiscard]] virtual result<void> open() const = 0;

  // Creates a record. Returns false, and changes nothing, if the record exists.
  [[nodiscard]] virtual result<bool> create(const std::string& record, std::string_view text) const = 0;
  // Replaces a record whose text is `earlier`. Returns false, and changes nothing, if the text is another.
  [[nodiscard]] virtual result<bool> replace_unchanged(const std::string& record, std::string_view earlier,
                                                       std::string_view text) const = 0;
  // Stores the result of a task. Returns false, and changes nothing, if the store keeps an earlier result.
  [[nodiscard]] virtual result<bool> store_result(const std::string& record, std::string_view text) const = 0;
  // Removes a record; ignores failures.
  virtual void remove(const std::string& record) const = 0;
  [[nodiscard]] virtual result<record_listing> list_records() const = 0;

  // Takes the lease on the task `id`, after breaking an abandoned lease. Returns null if another process
  // holds the lease.
  [[nodiscard]] virtual result<std::unique_ptr<held_lease>> take_lease(const std::string& id) const = 0;

  // Removes what killed attempts at the task left, if it could disturb the next attempt. Requires: the lease
  // is held.
  virtual void clear_leftovers(const planned_task& task) const = 0;
  // Returns the ids of all tasks whose attempts have stored anything, for clean(); nullopt if clean() takes
  // the lease, and finds out itself.
  [[nodiscard]] virtual result<std::optional<std::set<std::string>>> tasks_with_attempts() const {
    return std::nullopt;
  }
  // Returns the names of what attempts at the task have stored, for clean(); none if clean() takes the lease.
  [[nodiscard]] virtual result<std::vector<std::string>> list_attempts(const planned_task& task) const = 0;
  // Removes `attempts` and what killed attempts at the task left, except for the run that `recorded` names,
  // which is null if the task is not done. Returns false, and removes nothing, if a process runs the task.
  // Requires: the caller saw no lease on the task after list_attempts(), and read the result after that.
  [[nodiscard]] virtual result<bool> clean(const planned_task& task, const std::vector<std::string>& attempts,
                                           const task_result* recorded) const = 0;
  // Returns the place for the attempt that holds the lease. `temporary`: a directory for temporary
  // files, or empty.
  [[nodiscard]] virtual result<std::unique_ptr<run_workspace>> begin_run(
      const planned_task& task, const held_lease& lease, const std::string& temporary) const = 0;
  // Stores the finished run of a workspace, for the tasks that need it. Sets `run`, `manifest` and
  // `bytes_written` of the result.
  [[nodiscard]] virtual result<void> store_run(const planned_task& task, const run_workspace& workspace,
                                               const held_lease& lease, task_result& recorded) const = 0;
  // Returns the directory, or the name in S3, of a run that `recorded` describes; nullopt if the run is lost.
  // `shard`: the only shard that the caller needs; nullopt for all. The caller compares the checksum of the
  // manifest when it reads the run.
  [[nodiscard]] virtual result<std::optional<std::string>> find_run(
      const planned_task& task, const task_result& recorded, std::optional<std::uint32_t> shard) const = 0;
  // Removes a run that find_run() returned, or one shard of the run.
  virtual void remove_run(const std::string& run, std::optional<std::uint32_t> shard) const = 0;

  // Gives the shards of a run their final places.
  [[nodiscard]] virtual result<void> place_shards(const std::string& run, const manifest& of_run) const = 0;
  // Writes manifest.json, and _SUCCESS if `complete`. Requires: all shards are at their places.
  [[nodiscard]] virtual result<void> publish(const std::string& manifest_text, bool complete,
                                             const held_lease& lease) const = 0;
  // Returns the checksum of the published manifest; empty if there is none.
  [[nodiscard]] virtual result<std::string> published_checksum() const = 0;
  // Removes runs, leases and incomplete records. Requires: the plan is published, and all tasks are done.
  virtual void clear() const noexcept = 0;
  // Aborts uploads that killed processes did not finish, and returns their number. Requires: no task runs.
  [[nodiscard]] virtual result<std::size_t> abort_uploads() const { return 0; }

 protected:
  plan_store(std::string name, std::chrono::seconds patience) : name_(std::move(name)), patience_(patience) {}

 private:
  std::string name_;
  std::chrono::seconds patience_;
};

// Writes a plan into its store. Leaves an identical plan unchanged. Replaces another plan only with `force`;
// results of equal tasks remain valid. Fails as plan_store::write_plan() does.
[[nodiscard]] result<void> store_plan(const task_plan& plan, plan_store& store, bool force);

// Reads the plan of a store. Fails with error_code::no_such_input if there is none, and as read_plan() does
// (task_plan.hpp).
[[nodiscard]] result<task_plan> load_plan(const plan_store& store, const plan_key* key = nullptr);

// Errors of plan_store::write_plan(): the output is published, or the store has another plan.
[[nodiscard]] error published_before_error(const std::string& out);
[[nodiscard]] error other_plan_error(const std::string& out);

// Opens the store at `out`, a directory or "s3://BUCKET/PREFIX". `patience`: see plan_store::patience().
// `stop` ends waits for servers; it may be null, and outlives the store. Fails with error_code::usage for a
// remote name that is not in S3, or has no bucket.
[[nodiscard]] result<std::unique_ptr<plan_store>> open_plan_store(const std::string& out,
                                                                  std::chrono::seconds patience,
                                                                  const remote_options& remote,
                                                                  const std::atomic<bool>* stop);

}  // namespace urlsieve

#endif
