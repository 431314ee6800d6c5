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
#include "src/shards/claim.hpp"
#include "src/shards/durable_file.hpp"
#include "urlsieve/manifest.hpp"
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
    if (result<void> sound = check_plan_folder(records_.out()); !sound) return tl::unexpected(sound.error());
    result<task_standing> standing = records_.look_at(task_);
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
    if (lease && !*lease) return ended(task_end::held, "another process is running the task");
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
    return attempt_it(*attempt, (*lease)->word());
  }

 private:
  static task_outcome ended(task_end how, std::string why) {
    task_outcome outcome;
    outcome.end = how;
    outcome.why = std::move(why);
    return outcome;
  }

  static task_outcome done_before(task_result made) {
    task_outcome outcome;
    outcome.before = true;
    outcome.made = std::move(made);
    return outcome;
  }

  result<task_outcome> attempt_it(unsigned attempt, const std::string& word) {
    const auto begun = std::chrono::steady_clock::now();
    const rusage before = used_so_far();
    clear_leftovers();
    const std::string building = run_path(records_.out(), task_.id + "." + word);
    task_result made;
    result<void> went = make(building, made);
    if (went && task_.kind != task_kind::publish && !made.empty) went = settle(building, made);
    if (!went) {
      remove_tree(building);
      error why = went.error();
      why.message = without_password(why.message);
      if (why.code == error_code::interrupted) {
        records_.forget_attempt(task_, attempt);
        return tl::unexpected(why);
      }
      const bool final = is_final(why.code) || changed_;
      if (result<void> told = records_.end_attempt(
              task_, attempt, final ? attempt_end::refused : attempt_end::failed, why.message);
          !told)
        return tl::unexpected(told.error());
      const result<task_standing> standing = records_.look_at(task_);
      const bool over = final || (standing && standing->attempts.size() >= most_attempts);
      return ended(over ? task_end::given_up : task_end::failed, why.message);
    }
    made.fingerprint = task_.fingerprint;
    made.host = host_name();
    made.left_out.assign(needs_.left_out().begin(), needs_.left_out().end());
    made.without.assign(without_.begin(), without_.end());
    made.complete = made.complete && needs_.are_complete();
    const rusage used = used_so_far();
    made.peak_memory = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    made.cpu_milliseconds = milliseconds_of(used.ru_utime) + milliseconds_of(used.ru_stime) -
                            milliseconds_of(before.ru_utime) - milliseconds_of(before.ru_stime);
    made.milliseconds = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun)
            .count());
    if (result<void> recorded = records_.record(task_, made); !recorded)
      return tl::unexpected(recorded.error());
    records_.forget_attempt(task_, attempt);
    consume();
    task_outcome outcome;
    outcome.made = std::move(made);
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
        claim::remove_if_leftover(path);
    }
    for (const std::string& name : names_in(records_.out() + "/tasks").value_or(std::vector<std::string>()))
      if (name.starts_with(hidden) && is_temporary_record(name) && !name.starts_with(hidden + "lease."))
        ::unlink((records_.out() + "/tasks/" + name).c_str());
  }

  result<void> make(const std::string& building, task_result& made) {
    switch (task_.kind) {
      case task_kind::extract:
        return make_split(building, made);
      case task_kind::merge:
        return make_merge(building, made);
      case task_kind::publish:
        break;
    }
    return make_output(made);
  }

  result<void> make_split(const std::string& building, task_result& made) {
    result<extract_options> options = arguments_.of_extract(task_.argv);
    if (!options) return tl::unexpected(options.error());
    const std::string list = journal_.list();
    std::string lines;
    for (const listed_line& one : task_.inputs) lines.append(to_json(one)).append(1, '\n');
    if (result<void> written = replace_record(list, lines, record_access::this_user); !written)
      return written;
    options->input.paths.clear();
    options->input.files_from = list;
    options->output.directory = building;
    options->output.temporary = arguments_.temporary;
    const result<run_summary> done = extract_split(*options);
    ::unlink(list.c_str());
    if (!done) return tl::unexpected(done.error());
    tell_faults(done->counted, made);
    note_unread(done->counted);
    const auto changed = static_cast<std::size_t>(damage::changed_input);
    if (done->counted.damaged[changed] != 0) {
      changed_ = true;
      return tl::unexpected(error{error_code::cannot_read, "inputs changed since the plan was made: " +
                                                               name_of_changed(done->counted)});
    }
    if (done->ended == outcome::nothing_read)
      return tl::unexpected(error{
          error_code::cannot_read,
          "none of its inputs could be read" +
              (made.faults.empty() ? std::string()
                                   : ": " + made.faults.front().first + ": " + made.faults.front().second)});
    made.complete = done->ended == outcome::complete;
    made.bytes_read = done->counted.bytes_read;
    made.references = done->counted.references;
    made.unique = done->counted.unique;
    return {};
  }

  // Reads the inputs that an earlier attempt lacked, or all inputs. A worker with its own temporary directory
  // uses no journal, because a journal keeps its files beside the output.
  result<run_summary> extract_split(extract_options& options) {
    options.output.resume = options.output.temporary.empty();
    if (!options.output.resume) return extract(options, -1, &monitor_);
    options.output.checkpoint_bytes = std::uint64_t{1} << 50U;  // none: a killed attempt begins anew
    const std::string& building = options.output.directory;
    const bool goes_on = journal_.bring(building);
    result<run_summary> done = extract(options, -1, &monitor_);
    journal_.keep(building);
    const auto failed_for = [&](error_code code) { return !done && done.error().code == code; };
    const bool may_be_the_journal =
        goes_on ? !done && !failed_for(error_code::interrupted)
                : failed_for(error_code::cannot_open) || failed_for(error_code::output_exists);
    if (may_be_the_journal) {
      journal_.drop();
      options.output.resume = false;
      done = extract(options, -1, &monitor_);
    }
    return done;
  }

  static std::string name_of_changed(const stats& counted) {
    for (const damage_example& one : counted.examples)
      if (one.reason == damage::changed_input) return one.input + " (" + one.detail + ")";
    return "an input";
  }

  // Records unreadable inputs, which may be readable later.
  void note_unread(const stats& counted) {
    if (counted.damaged[static_cast<std::size_t>(damage::unreadable)] == 0) return;
    for (const damage_example& one : counted.examples)
      if (one.reason == damage::unreadable && without_.size() < most_faults)
        without_.insert(without_password(one.input));
    if (without_.empty()) without_.insert("an input");  // the examples name other faults
  }

  static void tell_faults(const stats& counted, task_result& made) {
    for (const damage_example& one : counted.examples)
      if (kind_of(one.reason) != fault::content && made.faults.size() < most_faults)
        made.faults.emplace_back(without_password(one.input),
                                 std::string(name_of(one.reason)) +
                                     (one.detail.empty() ? "" : ": " + without_password(one.detail)));
  }

  result<void> make_merge(const std::string& building, task_result& made) {
    if (needs_.directories().empty()) {
      made.empty = true;
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
    made.references = merged->references;
    made.unique = merged->unique;
    return {};
  }

  result<void> make_output(task_result& made) {
    publication wanted;
    wanted.out = records_.out();
    wanted.parts = needs_.directories();
    wanted.complete = plan_.takes_bad_input || (needs_.left_out().empty() && needs_.are_complete());
    for (const std::string& id : needs_.left_out()) wanted.not_read += plan_.find(id)->inputs.size();
    const result<manifest> published = publish_parts(wanted);
    if (!published) return tl::unexpected(published.error());
    made.complete = wanted.complete;
    made.references = published->references;
    made.unique = published->unique;
    made.bytes_written = published->sums().bytes;
    const result<std::string> checksum = checksum_of_manifest(records_.out());
    if (!checksum) return tl::unexpected(checksum.error());
    made.manifest = *checksum;
    return {};
  }

  // Gives the finished directory its name, for the tasks that need it.
  result<void> settle(const std::string& building, task_result& made) const {
    const std::string directory = run_path(records_.out(), task_.id);
    const result<std::string> checksum = checksum_of_manifest(building);
    if (!checksum) return tl::unexpected(checksum.error());
    made.manifest = *checksum;
    struct stat about{};
    const result<std::vector<std::string>> names = names_in(building);
    if (!names) return tl::unexpected(names.error());
    for (const std::string& name : *names) {
      const std::string path = building + "/" + name;
      if (::lstat(path.c_str(), &about) != 0)
        return tl::unexpected(system_error(error_code::cannot_read, "look at", path, errno));
      made.bytes_written += static_cast<std::uint64_t>(about.st_size);
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
