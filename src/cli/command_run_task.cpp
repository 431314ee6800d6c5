// urlsieve run-task: runs one task of a plan, or all remaining tasks.
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/closing_line.hpp"
#include "src/cli/command.hpp"
#include "src/cli/command_text.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/heap.hpp"
#include "src/cli/planned_arguments.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/signals.hpp"
#include "src/cli/task_worker.hpp"
#include "src/cluster/plan_store.hpp"
#include "src/cluster/run_task.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 4> run_task_paragraphs{
    "Runs the task ID of the plan in OUT, on any machine and any number of times: a task that is done is not "
    "run again, and a task that another process runs is left alone. Without ID, run-task runs all ready "
    "tasks, each task in a process of its own, until the plan is published; several such processes, on "
    "several machines, share the work.",
    "Results of another plan, of another command or of changed inputs are never used. A failing task is "
    "tried at most 3 times; then an extract task is dropped with its inputs, and the plan ends with exit "
    "code 1 and without _SUCCESS (with --on-error ignore in the plan: as if nothing were missing).",
    "run-task accepts only a plan that `urlsieve plan` could have written. The tasks write and remove "
    "nothing outside OUT and --tmpdir, but read the inputs that the plan names. With --seal FILE the plan "
    "must be signed with the key in FILE; a signed plan runs only with --seal.",
    "After a killed process, no cleanup is needed: its task is free again when the lease expires, on "
    "the same machine at once. In S3, a task builds its output in --tmpdir, and a process that finds "
    "the lease of a silent process waits until the lease expires."};
constexpr std::array<help_example, 3> run_task_examples{{
    {"One task", "urlsieve run-task OUT extract-00007"},
    {"All remaining tasks, in four processes", "for i in 1 2 3 4; do urlsieve run-task OUT & done; wait"},
    {"Tasks that are ready", "urlsieve plan --status OUT --tasks ready"},
}};
constexpr std::array<explained_word, 5> run_task_exit_codes{{
    {"0", "the task is done; without ID: the plan is published, and complete"},
    {"1", "the task failed for good, and its inputs are dropped; without ID: inputs are missing"},
    {"2", "wrong usage, no such task, or a plan of another version or changed by hand"},
    {"3", "the task failed, and can be retried; without ID: the plan cannot continue"},
    {"4", "not now: required tasks are not done, or another process runs the task"},
}};
constexpr std::array<std::string_view, 3> run_task_common{"--lease", "--seal", "--quiet"};
constexpr command_words words_of_run_task{"run-task",          "run a task of a plan", run_task_common,
                                          run_task_paragraphs, run_task_examples,      run_task_exit_codes};

class run_task_command final : public command {
 public:
  run_task_command() : command(words_of_run_task) {}

  void declare(CLI::App& flags) override {
    flags_ = &flags;
    flags.add_option("OUT", out_, "Directory or s3://BUCKET/PREFIX with the plan")->required()->type_name("");
    flags.add_option("ID", id_, "Task; without ID, all remaining tasks")->type_name("");
    add_number(flags, "--lease", lease_, 1, 86400, "60",
               "Seconds after which a silent process counts as dead");
    flags
        .add_option("--seal", key_file_,
                    "Refuse a plan that is not signed with the key in FILE (plan --seal)")
        ->type_name("FILE");
    flags
        .add_option(
            "--plan", plan_file_,
            "Copy of OUT/plan.jsonl, which is read instead, so that many tasks do not request the plan")
        ->type_name("FILE");
    flags.add_option("--tmpdir", temporary_, "Directory for data that exceeds --memory")
        ->default_str("beside the output of the task; in S3: TMPDIR")
        ->type_name("DIR");
    add_request_flags(flags, remote_);
    flags.add_flag("-q,--quiet", quiet_, "Report only failures");
  }

  result<int> execute() override {
    const auto absolute = [](const std::string& path) {
      std::error_code failure;
      return path.empty() ? path : std::filesystem::absolute(path, failure).lexically_normal().string();
    };
    const std::string out = is_remote_name(out_) ? out_ : absolute(out_);
    key_file_ = absolute(key_file_);
    temporary_ = absolute(temporary_);
    plan_file_ = absolute(plan_file_);
    // Otherwise every task would fail, and use up its attempts.
    std::error_code failure;
    if (!temporary_.empty() && (!std::filesystem::is_directory(temporary_, failure) ||
                                ::access(temporary_.c_str(), W_OK | X_OK) != 0))
      return tl::unexpected(
          error{error_code::cannot_open, "--tmpdir: " + temporary_ + " is not a directory to write in"});
    if (!quiet_) remote_.on_retry = [](std::string_view sentence) { print_message(sentence); };
    run_monitor monitor;
    const signal_watch watch(monitor.stop);
    const result<std::unique_ptr<plan_store>> store =
        open_plan_store(out, std::chrono::seconds(lease_), remote_, &monitor.stop);
    if (!store) return tl::unexpected(store.error());
    const result<task_plan> plan = load_checked_plan(**store, key_file_, quiet_, plan_file_);
    if (!plan) return tl::unexpected(plan.error());
    // The names of the inputs are relative to this folder. Machines that share only a bucket need not have
    // it.
    const bool needs_folder = !is_remote_name(out) || has_local_inputs(*plan);
    if (::chdir(plan->folder.c_str()) != 0 && needs_folder)
      return tl::unexpected(error{error_code::cannot_open, "cannot enter " + plan->folder +
                                                               ", the folder that the plan was made in: " +
                                                               std::system_category().message(errno)});
    const task_records records(**store);
    return id_.empty() ? run_all(*plan, records, monitor) : run_one(*plan, records, monitor);
  }

 private:
  static bool has_local_inputs(const task_plan& plan) {
    return std::any_of(plan.tasks.begin(), plan.tasks.end(), [](const planned_task& task) {
      return std::any_of(task.inputs.begin(), task.inputs.end(),
                         [](const listed_line& input) { return !is_remote_name(input.path); });
    });
  }

  result<int> run_all(const task_plan& plan, const task_records& records, const run_monitor& monitor) {
    std::vector<std::string> passed =
        typed_arguments(*flags_, {"--lease", "--seal", "--plan", "--tmpdir", "--quiet", "--help"});
    return task_worker(plan, records, {key_file_, temporary_, std::move(passed)},
                       [](const std::string& line) { print_message(line); })
        .work(monitor.stop);
  }

  result<int> run_one(const task_plan& plan, const task_records& records, run_monitor& monitor) {
    const planned_task* const task = plan.find(id_);
    if (task == nullptr) return refuse("the plan has no task '" + id_ + "'");
    const closing_line closing(quiet_);
    task_arguments arguments = task_argument_parsers();
    arguments.temporary = temporary_;
    arguments.of_extract = [parse = std::move(arguments.of_extract)](const std::vector<std::string>& words) {
      return parse(words).map([](extract_options&& options) {
        extend_heap(options.output.memory, options.threads);
        return std::move(options);
      });
    };
    const result<task_outcome> outcome = run_task(plan, *task, records, arguments, monitor);
    if (!outcome) return tl::unexpected(outcome.error());
    switch (outcome->end) {
      case task_end::done:
        closing.print(id_ + (outcome->before ? " was done already: " : ": ") +
                      in_thousands(outcome->record.unique) + " distinct URLs");
        return all_read;
      case task_end::not_ready:
      case task_end::running_elsewhere:
        if (!quiet_) print_message(id_ + ": not now: " + outcome->why);
        return try_later;
      case task_end::failed:
        print_message(id_ + ": " + outcome->why);
        return run_failed;
      case task_end::given_up:
        break;
    }
    print_message(id_ + " failed for good: " + outcome->why);
    return task->kind == task_kind::extract ? some_damaged : run_failed;
  }

  const CLI::App* flags_ = nullptr;
  std::string out_;
  std::string id_;
  std::string key_file_;
  std::string plan_file_;
  std::string temporary_;
  remote_options remote_;
  unsigned lease_ = 60;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<command> make_run_task_command() {
  return std::make_unique<run_task_command>();
}

}  // namespace urlsieve::cli
