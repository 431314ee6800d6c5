#include "src/cluster/run_task.hpp"

#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "src/cluster/needed_runs.hpp"
#include "src/cluster/plan_store.hpp"
#include "src/cluster/publish_plan.hpp"
#include "src/cluster/record_file.hpp"
#include "src/cluster/split_journal.hpp"
#include "src/cluster/task_lease.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_faults = 1000;  // maximum in a result

rusage used_so_far() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used;
}

std::uint64_t milliseconds_of(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1000 + static_cast<std::uint64_t>(time.tv_usec) / 1000;
}

// Returns true for errors that would occur again.
bool is_final(error_code code) {
  return code == error_code::usage || code == error_code::no_such_input ||
         code == error_code::not_supported || code == error_code::invalid_url;
}

// The lease of an attempt whose inputs are those of `round`. The attempt must not replace what an attempt of
// a later round has written, even if it holds the lease.
class attempt_lease final : public held_lease {
 public:
  // Requires: the arguments outlive the object.
  attempt_lease(const held_lease& lease, const task_records& records, const planned_task& task,
                std::uint64_t round)
      : held_lease(lease.word()), lease_(lease), records_(records), task_(task), round_(round) {}

  [[nodiscard]] bool is_held() const override {
    const result<retry_rounds> rounds = records_.read_rounds();
    return rounds && rounds->round_of(task_.id) <= round_ && lease_.is_held();
  }

 private:
  const held_lease& lease_;
  const task_records& records_;
  const planned_task& task_;
  std::uint64_t round_;
};

class task_at_work {
 public:
  task_at_work(const task_plan& plan, const planned_task& task, const task_records& records,
               const task_arguments& arguments, run_monitor& monitor)
      : plan_(plan),
        task_(task),
        records_(records),
        arguments_(arguments),
        monitor_(monitor),
        needs_(plan, task, records) {}

  result<task_outcome> run() {
    if (result<void> status = records_.store().check(); !status) return tl::unexpected(status.error());
    result<task_status> standing = records_.look_at(task_);
    if (!standing) return tl::unexpected(standing.error());
    if (standing->state == task_state::done) return done_before(std::move(*standing->ended));
    if (standing->state == task_state::given_up)
      return ended(task_end::given_up, standing->attempts.back().why);
    if (const result<void> opened = records_.store().open(); !opened) {
      // The process that ended the plan may have removed the directories meanwhile.
      standing = records_.look_at(task_);
      if (standing && standing->state == task_state::done) return done_before(std::move(*standing->ended));
      return tl::unexpected(opened.error());
    }
    if (const result<std::optional<std::string>> open = needs_.find_open(); !open || *open) {
      if (!open) return tl::unexpected(open.error());
      return ended(task_end::not_ready, **open);
    }
    const result<std::unique_ptr<held_lease>> lease = records_.store().take_lease(task_.id);
    if (lease && !*lease) return ended(task_end::running_elsewhere, "another process is running the task");
    // Another process may have done the task and removed the leases, or failed for the last time, while this
    // process took the lease.
    standing = records_.look_at(task_);
    if (!lease && !(standing && standing->state == task_state::done)) return tl::unexpected(lease.error());
    if (!standing) return tl::unexpected(standing.error());
    if (standing->state == task_state::done) return done_before(std::move(*standing->ended));
    if (state_after(standing->attempts) == task_state::given_up)
      return ended(task_end::given_up, standing->attempts.back().why);
    // Before the needed runs are collected: if the round changes meanwhile, the result is invalid.
    const result<retry_rounds> rounds = records_.read_rounds();
    if (!rounds) return tl::unexpected(rounds.error());
    round_ = rounds->latest();
    // The process that does a task removes the runs that the task has used. Only the holder of the lease can
    // distinguish a removed run from a lost run.
    if (const result<std::optional<std::string>> lost = needs_.gather(); !lost || *lost) {
      if (!lost) return tl::unexpected(lost.error());
      return ended(task_end::not_ready, **lost);
    }
    without_ = needs_.without();
    const result<unsigned> attempt = records_.begin_attempt(task_, (*lease)->word());
    if (!attempt) return tl::unexpected(attempt.error());
    return run_attempt(*attempt, attempt_lease(**lease, records_, task_, round_));
  }

 private:
  static task_outcome ended(task_end how, std::string why) {
    task_outcome outcome;
    outcome.end = how;
    outcome.why = std::move(why);
    return outcome;
  }

  // The task that another process has done. Directories that this process has made again, after the end of
  // the plan, are removed.
  [[nodiscard]] task_outcome done_before(task_result record) const {
    if (task_.kind == task_kind::publish) clear_published(plan_, records_);
    task_outcome outcome;
    outcome.before = true;
    outcome.record = std::move(record);
    return outcome;
  }

  result<task_outcome> run_attempt(unsigned attempt, const held_lease& lease) {
    const auto begun = std::chrono::steady_clock::now();
    const rusage before = used_so_far();
    records_.store().clear_leftovers(task_);
    task_result record;
    if (result<void> status = make(lease, record); !status) {
      error why = status.error();
      why.message = without_password(why.message);
      if (why.code == error_code::interrupted) {
        records_.forget_attempt(task_, attempt);
        return tl::unexpected(why);
      }
      const bool final = is_final(why.code) || changed_;
      if (result<void> attempt_status = records_.end_attempt(
              task_, attempt, final ? attempt_end::refused : attempt_end::failed, why.message);
          !attempt_status)
        return tl::unexpected(attempt_status.error());
      const result<task_status> standing = records_.look_at(task_);
      const bool over = final || (standing && standing->attempts.size() >= most_attempts);
      return ended(over ? task_end::given_up : task_end::failed, why.message);
    }
    record.fingerprint = task_.fingerprint;
    record.round = round_;
    record.host = host_name();
    record.left_out.assign(needs_.left_out().begin(), needs_.left_out().end());
    record.without.assign(without_.begin(), without_.end());
    record.complete = record.complete && needs_.are_complete();
    const rusage used = used_so_far();
    record.peak_memory = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    record.cpu_milliseconds = milliseconds_of(used.ru_utime) + milliseconds_of(used.ru_stime) -
                              milliseconds_of(before.ru_utime) - milliseconds_of(before.ru_stime);
    record.milliseconds = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun)
            .count());
    result<task_result> counts = records_.record(task_, std::move(record), lease);
    if (!counts) return tl::unexpected(std::move(counts.error()));
    records_.forget_attempt(task_, attempt);
    consume();
    task_outcome outcome;
    outcome.record = std::move(*counts);
    return outcome;
  }

  result<void> make(const held_lease& lease, task_result& record) {
    if (task_.kind == task_kind::publish) return make_output(lease, record);
    const result<std::unique_ptr<run_workspace>> workspace =
        records_.store().begin_run(task_, lease, arguments_.temporary);
    if (!workspace) return tl::unexpected(workspace.error());
    result<void> built = task_.kind == task_kind::extract ? make_split(**workspace, record)
                                                          : make_merge((*workspace)->directory(), record);
    if (!built || record.empty) return built;
    return records_.store().store_run(task_, **workspace, lease, record);
  }

  result<void> make_split(const run_workspace& workspace, task_result& record) {
    result<extract_options> options = arguments_.of_extract(task_.argv);
    if (!options) return tl::unexpected(options.error());
    std::string lines;
    for (const listed_line& input : task_.inputs) lines.append(to_json(input)).append(1, '\n');
    if (result<void> written = replace_record(workspace.list(), lines, record_access::this_user); !written)
      return written;
    options->input.paths.clear();
    options->input.files_from = workspace.list();
    options->output.directory = workspace.directory();
    options->output.temporary = arguments_.temporary;
    const result<run_summary> done = extract_split(*options, workspace.journal());
    if (!done) return tl::unexpected(done.error());
    report_faults(done->counted, record);
    note_unread(done->counted);
    const auto changed = static_cast<std::size_t>(damage::changed_input);
    if (done->counted.damaged[changed] != 0) {
      changed_ = true;
      return tl::unexpected(error{error_code::cannot_read, "inputs changed since the plan was made: " +
                                                               name_of_changed(done->counted)});
    }
    if (done->ended == outcome::nothing_read)
      return tl::unexpected(error{error_code::cannot_read,
                                  "none of its inputs could be read" +
                                      (record.faults.empty() ? std::string()
                                                             : ": " + record.faults.front().first + ": " +
                                                                   record.faults.front().second)});
    record.complete = done->ended == outcome::complete;
    record.bytes_read = done->counted.bytes_read;
    record.references = done->counted.references;
    record.unique = done->counted.unique;
    return {};
  }

  // Reads the inputs that an earlier attempt lacked, or all inputs without a journal. A worker with its own
  // temporary directory uses no journal, because a journal keeps its files beside the output.
  result<run_summary> extract_split(extract_options& options, const split_journal* journal) {
    options.output.resume = journal != nullptr && options.output.temporary.empty();
    if (!options.output.resume) return extract(options, -1, &monitor_);
    options.output.checkpoint_bytes = std::uint64_t{1} << 50U;  // none: a killed attempt begins anew
    const std::string& building = options.output.directory;
    const bool has_journal = journal->bring(building);
    result<run_summary> done = extract(options, -1, &monitor_);
    journal->keep(building);
    const auto failed_for = [&](error_code code) { return !done && done.error().code == code; };
    const bool may_be_the_journal =
        has_journal ? !done && !failed_for(error_code::interrupted)
                    : failed_for(error_code::cannot_open) || failed_for(error_code::output_exists);
    if (may_be_the_journal) {
      journal->drop();
      options.output.resume = false;
      done = extract(options, -1, &monitor_);
    }
    return done;
  }

  static std::string name_of_changed(const stats& counted) {
    for (const damage_example& example : counted.examples)
      if (example.reason == damage::changed_input) return example.input + " (" + example.detail + ")";
    return "an input";
  }

  // Records unreadable inputs, which may be readable later.
  void note_unread(const stats& counted) {
    if (counted.damaged[static_cast<std::size_t>(damage::unreadable)] == 0) return;
    for (const damage_example& example : counted.examples)
      if (example.reason == damage::unreadable && without_.size() < most_faults)
        without_.insert(without_password(example.input));
    if (without_.empty()) without_.insert("an input");  // the examples name other faults
  }

  static void report_faults(const stats& counted, task_result& record) {
    for (const damage_example& example : counted.examples)
      if (kind_of(example.reason) != fault::content && record.faults.size() < most_faults)
        record.faults.emplace_back(
            without_password(example.input),
            std::string(name_of(example.reason)) +
                (example.detail.empty() ? "" : ": " + without_password(example.detail)));
  }

  result<void> make_merge(const std::string& building, task_result& record) {
    if (needs_.runs().empty()) {
      record.empty = true;
      return {};
    }
    result<merge_options> options = arguments_.of_merge(task_.argv);
    if (!options) return tl::unexpected(options.error());
    options->directories = needs_.runs();
    options->manifest_checksums = needs_.manifests();
    options->output = building;
    options->temporary = arguments_.temporary;
    if (const std::shared_ptr<remote_access> access = records_.store().remote().access)
      options->remote = access->options();
    options->mark = success_marker_policy::may_be_missing;
    options->only_shard = task_.shard;
    const result<manifest> merged = merge_shards(*options, &monitor_);
    if (!merged) return tl::unexpected(merged.error());
    record.references = merged->references;
    record.unique = merged->unique;
    return {};
  }

  result<void> make_output(const held_lease& lease, task_result& record) {
    publication request;
    request.runs = needs_.runs();
    request.complete = plan_.takes_bad_input || (needs_.left_out().empty() && needs_.are_complete());
    for (const std::string& id : needs_.left_out()) request.not_read += plan_.find(id)->inputs.size();
    const result<manifest> published = publish_runs(records_.store(), request, lease);
    if (!published) return tl::unexpected(published.error());
    record.complete = request.complete;
    record.references = published->references;
    record.unique = published->unique;
    record.bytes_written = published->sums().bytes;
    const result<std::string> checksum = records_.store().published_checksum();
    if (!checksum) return tl::unexpected(checksum.error());
    record.manifest = *checksum;
    return {};
  }

  // Removes the merged runs, unless inputs that are missing in them may still come.
  void consume() const {
    if (!needs_.left_out().empty() || !without_.empty()) return;
    if (task_.kind == task_kind::publish)
      records_.store().clear();
    else
      needs_.remove();
  }

  const task_plan& plan_;
  const planned_task& task_;
  const task_records& records_;
  const task_arguments& arguments_;
  run_monitor& monitor_;
  needed_runs needs_;
  std::uint64_t round_ = 0;
  std::set<std::string> without_;  // inputs that could not be read, also by needed tasks
  bool changed_ = false;
};

}  // namespace

void clear_published(const task_plan& plan, const task_records& records) {
  const result<std::optional<task_result>> published = records.result_of(plan.tasks.back());
  if (published && *published && (*published)->left_out.empty() && (*published)->without.empty())
    records.store().clear();
}

result<task_outcome> run_task(const task_plan& plan, const planned_task& task, const task_records& records,
                              const task_arguments& arguments, run_monitor& monitor) {
  return task_at_work(plan, task, records, arguments, monitor).run();
}

}  // namespace urlsieve
