#include "src/cluster/run_task.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "src/cluster/needed_runs.hpp"
#include "src/cluster/plan_folder.hpp"
#include "src/cluster/publish_plan.hpp"
#include "src/cluster/record_file.hpp"
#include "src/cluster/split_journal.hpp"
#include "src/cluster/task_lease.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/locked_directory.hpp"
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

class task_at_work {
 public:
  task_at_work(const task_plan& plan, const planned_task& task, const task_records& records,
               const task_arguments& arguments, run_monitor& monitor)
      : plan_(plan),
        task_(task),
        records_(records),
        arguments_(arguments),
        monitor_(monitor),
        journal_(records_.out(), task_.id),
        needs_(plan, task, records) {}

  result<task_outcome> run() {
    if (result<void> status = check_plan_folder(records_.out()); !status)
      return tl::unexpected(status.error());
    result<task_status> standing = records_.look_at(task_);
    if (!standing) return tl::unexpected(standing.error());
    if (standing->state == task_state::done) {
      if (task_.kind == task_kind::publish) clear_published(plan_, records_);
      return done_before(std::move(*standing->ended));
    }
    if (standing->state == task_state::given_up)
      return ended(task_end::given_up, standing->attempts.back().why);
    if (result<void> opened = open_plan_folder(records_.out()); !opened)
      return tl::unexpected(opened.error());
    if (const result<std::optional<std::string>> open = needs_.find_open(); !open || *open) {
      if (!open) return tl::unexpected(open.error());
      return ended(task_end::not_ready, **open);
    }
    result<std::optional<task_lease>> lease =
        task_lease::take(record_path(records_.out(), task_.id, "lease"), records_.patience());
    if (lease && !*lease) return ended(task_end::running_elsewhere, "another process is running the task");
    // Another process may have done the task and removed the leases, while this process took the lease.
    standing = records_.look_at(task_);
    if (!lease && !(standing && standing->state == task_state::done)) return tl::unexpected(lease.error());
    if (!standing) return tl::unexpected(standing.error());
    if (standing->state == task_state::done) return done_before(std::move(*standing->ended));
    // The process that does a task removes the runs that the task has used. Only the holder of the lease can
    // distinguish a removed run from a lost run.
    if (const result<std::optional<std::string>> lost = needs_.gather(); !lost || *lost) {
      if (!lost) return tl::unexpected(lost.error());
      return ended(task_end::not_ready, **lost);
    }
    without_ = needs_.without();
    const result<unsigned> attempt = records_.begin_attempt(task_, (*lease)->word());
    if (!attempt) return tl::unexpected(attempt.error());
    return run_attempt(*attempt, (*lease)->word());
  }

 private:
  static task_outcome ended(task_end how, std::string why) {
    task_outcome outcome;
    outcome.end = how;
    outcome.why = std::move(why);
    return outcome;
  }

  static task_outcome done_before(task_result record) {
    task_outcome outcome;
    outcome.before = true;
    outcome.record = std::move(record);
    return outcome;
  }

  result<task_outcome> run_attempt(unsigned attempt, const std::string& word) {
    const auto begun = std::chrono::steady_clock::now();
    const rusage before = used_so_far();
    clear_leftovers();
    const std::string building = run_path(records_.out(), task_.id + "." + word);
    task_result record;
    result<void> status = make(building, record);
    if (status && task_.kind != task_kind::publish && !record.empty) status = settle(building, record);
    if (!status) {
      remove_tree(building);
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
    if (result<void> recorded = records_.record(task_, record); !recorded)
      return tl::unexpected(recorded.error());
    records_.forget_attempt(task_, attempt);
    consume();
    task_outcome outcome;
    outcome.record = std::move(record);
    return outcome;
  }

  // Removes leftovers of killed attempts at this task. Lease files stay, because another process may be
  // writing one to take the lease.
  void clear_leftovers() const {
    if (task_.kind == task_kind::extract) journal_.take_over();
    const std::string hidden = "." + task_.id + ".";
    for (const std::string& name : names_in(records_.out() + "/runs").value_or(std::vector<std::string>())) {
      const std::string path = run_path(records_.out(), name);
      if (name.starts_with(task_.id + ".")) remove_tree(path);
      if (!name.starts_with(hidden)) continue;
      if (is_temporary_record(name))
        ::unlink(path.c_str());
      else
        locked_directory::remove_if_leftover(path);
    }
    for (const std::string& name : names_in(records_.out() + "/tasks").value_or(std::vector<std::string>()))
      if (name.starts_with(hidden) && is_temporary_record(name) && !name.starts_with(hidden + "lease."))
        ::unlink((records_.out() + "/tasks/" + name).c_str());
  }

  result<void> make(const std::string& building, task_result& record) {
    switch (task_.kind) {
      case task_kind::extract:
        return make_split(building, record);
      case task_kind::merge:
        return make_merge(building, record);
      case task_kind::publish:
        break;
    }
    return make_output(record);
  }

  result<void> make_split(const std::string& building, task_result& record) {
    result<extract_options> options = arguments_.of_extract(task_.argv);
    if (!options) return tl::unexpected(options.error());
    const std::string list = journal_.list();
    std::string lines;
    for (const listed_line& input : task_.inputs) lines.append(to_json(input)).append(1, '\n');
    if (result<void> written = replace_record(list, lines, record_access::this_user); !written)
      return written;
    options->input.paths.clear();
    options->input.files_from = list;
    options->output.directory = building;
    options->output.temporary = arguments_.temporary;
    const result<run_summary> done = extract_split(*options);
    ::unlink(list.c_str());
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

  // Reads the inputs that an earlier attempt lacked, or all inputs. A worker with its own temporary directory
  // uses no journal, because a journal keeps its files beside the output.
  result<run_summary> extract_split(extract_options& options) {
    options.output.resume = options.output.temporary.empty();
    if (!options.output.resume) return extract(options, -1, &monitor_);
    options.output.checkpoint_bytes = std::uint64_t{1} << 50U;  // none: a killed attempt begins anew
    const std::string& building = options.output.directory;
    const bool has_journal = journal_.bring(building);
    result<run_summary> done = extract(options, -1, &monitor_);
    journal_.keep(building);
    const auto failed_for = [&](error_code code) { return !done && done.error().code == code; };
    const bool may_be_the_journal =
        has_journal ? !done && !failed_for(error_code::interrupted)
                    : failed_for(error_code::cannot_open) || failed_for(error_code::output_exists);
    if (may_be_the_journal) {
      journal_.drop();
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
    if (needs_.directories().empty()) {
      record.empty = true;
      return {};
    }
    result<merge_options> options = arguments_.of_merge(task_.argv);
    if (!options) return tl::unexpected(options.error());
    options->directories = needs_.directories();
    options->output = building;
    options->temporary = arguments_.temporary;
    options->mark = success_marker_policy::may_be_missing;
    options->only_shard = task_.shard;
    const result<manifest> merged = merge_shards(*options, &monitor_);
    if (!merged) return tl::unexpected(merged.error());
    record.references = merged->references;
    record.unique = merged->unique;
    return {};
  }

  result<void> make_output(task_result& record) {
    publication request;
    request.out = records_.out();
    request.parts = needs_.directories();
    request.complete = plan_.takes_bad_input || (needs_.left_out().empty() && needs_.are_complete());
    for (const std::string& id : needs_.left_out()) request.not_read += plan_.find(id)->inputs.size();
    const result<manifest> published = publish_parts(request);
    if (!published) return tl::unexpected(published.error());
    record.complete = request.complete;
    record.references = published->references;
    record.unique = published->unique;
    record.bytes_written = published->sums().bytes;
    const result<std::string> checksum = checksum_of_manifest(records_.out());
    if (!checksum) return tl::unexpected(checksum.error());
    record.manifest = *checksum;
    return {};
  }

  // Gives the finished directory its name, for the tasks that need it.
  result<void> settle(const std::string& building, task_result& record) const {
    const std::string directory = run_path(records_.out(), task_.id);
    const result<std::string> checksum = checksum_of_manifest(building);
    if (!checksum) return tl::unexpected(checksum.error());
    record.manifest = *checksum;
    struct stat about{};
    const result<std::vector<std::string>> names = names_in(building);
    if (!names) return tl::unexpected(names.error());
    for (const std::string& name : *names) {
      const std::string path = building + "/" + name;
      if (::lstat(path.c_str(), &about) != 0)
        return tl::unexpected(system_error(error_code::cannot_read, "look at", path, errno));
      record.bytes_written += static_cast<std::uint64_t>(about.st_size);
    }
    if (name_exists(directory)) remove_tree(directory);
    if (result<void> moved = move_record(building, directory); !moved) return moved;
    return sync_names_in(records_.out() + "/runs");
  }

  // Removes the merged runs, unless inputs that are missing in them may still come.
  void consume() const {
    if (!needs_.left_out().empty() || !without_.empty()) return;
    if (task_.kind == task_kind::publish)
      clear_plan_folder(records_.out());
    else
      needs_.remove();
  }

  const task_plan& plan_;
  const planned_task& task_;
  const task_records& records_;
  const task_arguments& arguments_;
  run_monitor& monitor_;
  split_journal journal_;
  needed_runs needs_;
  std::set<std::string> without_;  // inputs that could not be read, also by needed tasks
  bool changed_ = false;
};

}  // namespace

void clear_published(const task_plan& plan, const task_records& records) {
  const result<std::optional<task_result>> published = records.result_of(plan.tasks.back());
  if (published && *published && (*published)->left_out.empty() && (*published)->without.empty())
    clear_plan_folder(records.out());
}

result<task_outcome> run_task(const task_plan& plan, const planned_task& task, const task_records& records,
                              const task_arguments& arguments, run_monitor& monitor) {
  return task_at_work(plan, task, records, arguments, monitor).run();
}

}  // namespace urlsieve
