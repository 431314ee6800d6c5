// urlsieve plan: splits a run into tasks, and shows their status.
#include <sys/stat.h>

#include <CLI/App.hpp>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/command.hpp"
#include "src/cli/command_text.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/plan_text.hpp"
#include "src/cli/planned_arguments.hpp"
#include "src/cluster/make_plan.hpp"
#include "src/cluster/plan_recovery.hpp"
#include "src/cluster/plan_store.hpp"
#include "src/cluster/task_record.hpp"
#include "src/input/lists/remote_listing.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 3> plan_paragraphs{
    "Writes OUT/plan.jsonl: one task a line, with its id, arguments, inputs and required tasks. Splits have "
    "about the same size, and follow the order of the inputs; large files are cut inside if possible (text, "
    "lists, JSON Lines, and files of many compressed members). urlsieve run-task runs one task, on any "
    "machine that has OUT and the inputs under the same names, and the last task publishes OUT/part-*, "
    "manifest.json and _SUCCESS: the same shards as a single run. OUT may be a prefix in S3, for machines "
    "that share no directory.",
    "plan accepts all options of extract that shape the rows, and applies the options to every split; "
    "--memory and --threads apply to each task. Options that need a whole run are refused.",
    "Writing the same plan again is allowed; another plan in the same directory needs --force."};
constexpr std::array<help_example, 5> plan_examples{{
    {"Two hundred splits, 64 shards",
     "urlsieve plan --files-from warc.paths.gz --splits 200 --shards 64 -o OUT --fields url,count"},
    {"All tasks on this machine, in two processes", "urlsieve run-task OUT & urlsieve run-task OUT; wait"},
    {"State of the tasks", "urlsieve plan --status OUT"},
    {"New attempts, for example after a full disk", "urlsieve plan --retry-failed OUT"},
    {"Machines that share only a bucket",
     "urlsieve plan --files-from s3://crawls/2026-11/ --splits 200 --shards 64 -o s3://crawls/urls"},
}};
constexpr std::array<explained_word, 4> plan_exit_codes{{
    {"0", "the plan was written; with --status: all is published, and complete"},
    {"1", "with --status: the output is published but lacks inputs, or a task failed for good"},
    {"2", "wrong usage, no such input or plan, or OUT has another plan"},
    {"4", "with --status: tasks remain; with --clean: tasks may be running"},
}};
constexpr std::array<std::string_view, 9> plan_common{"--files-from", "--splits",       "--split-bytes",
                                                      "--output",     "--shards",       "--fields",
                                                      "--status",     "--retry-failed", "--force"};
constexpr command_words words_of_plan{"plan",        "divide a run into tasks for many machines",
                                      plan_common,   plan_paragraphs,
                                      plan_examples, plan_exit_codes};

class plan_command final : public command {
 public:
  plan_command() : command(words_of_plan) {}

  void declare(CLI::App& flags) override {
    flags_ = &flags;
    const std::string group = "Plan";
    add_number(flags, "--splits", request_.splits, 1, 100'000, "one", "Number of splits of the inputs")
        ->group(group);
    add_size(flags, "--split-bytes", request_.split_bytes, std::size_t{64} << 10U, std::size_t{1} << 50U, "",
             "Approximate size of a split, in stored bytes of the inputs")
        ->group(group);
    add_number(flags, "--fan-in", request_.fan_in, 2, 4096, "128",
               "Maximum number of directories that a merge reads")
        ->group(group);
    flags
        .add_option(
            "--status", status_directory_,
            "Report the done, running and failed tasks of the plan in OUT, and the reasons of failures")
        ->type_name("OUT")
        ->group(group);
    flags
        .add_option("--retry-failed", retry_directory_,
                    "Allow new attempts for the failed tasks of OUT, and for the inputs that splits lack")
        ->type_name("OUT")
        ->group(group);
    flags
        .add_option("--clean", clean_directory_,
                    "Remove what killed attempts left in OUT; after the publication, all runs of tasks")
        ->type_name("OUT")
        ->group(group);
    flags.add_option("--tasks", listed_state_, "With --status: print only the ids of tasks in this state")
        ->type_name(task_state_words())
        ->group(group);
    flags.add_flag("--json", json_, "With --status: print JSON with every task")->group(group);
    add_number(flags, "--lease", lease_, 1, 86400, "60",
               "Seconds after which a silent process counts as dead")
        ->group(group);
    flags
        .add_option("--seal", key_file_,
                    "Sign the plan with the key in FILE (at least 16 bytes): nobody can change the plan "
                    "without the key")
        ->type_name("FILE")
        ->group(group);
    add_all_flags(flags, request_.options);
    flags.get_option("--files-from")
        ->description("File of the names of inputs, one name a line, or directory or S3 prefix of inputs")
        ->type_name("LIST|DIR");
    flags.get_option("--output")
        ->description(
            "Directory or s3://BUCKET/PREFIX for the plan, the results of its tasks, and finally "
            "the shards")
        ->default_str("");
    flags.get_option("--force")->description("Replace another plan in DIR that has not been published");
    remove_unplanned(flags, {"--files-from", "--splits", "--split-bytes", "--fan-in", "--status",
                             "--retry-failed", "--clean", "--tasks", "--json", "--lease", "--seal",
                             "--inputs-prefix", "--output", "--force", "--dedup-by", "--mark-new"});
    flags.add_flag("-q,--quiet", quiet_, "Report only errors that end the command")->group("Running");
  }

  result<int> execute() override {
    if (const std::optional<int> refused = check_mode()) return *refused;
    if (!status_directory_.empty()) return print_status();
    if (!retry_directory_.empty()) return retry();
    if (!clean_directory_.empty()) return clean();
    return make();
  }

 private:
  [[nodiscard]] result<std::unique_ptr<plan_store>> open_store(const std::string& out) const {
    return open_plan_store(out, std::chrono::seconds(lease_), request_.options.remote, nullptr);
  }

  // Refuses more than one of --status, --retry-failed and --clean, and options that they ignore. Returns the
  // exit code, or nullopt if there is nothing to refuse.
  [[nodiscard]] std::optional<int> check_mode() const {
    std::vector<std::string> modes;
    for (const char* const mode : {"--status", "--retry-failed", "--clean"})
      if (flags_->count(mode) != 0) modes.emplace_back(mode);
    if (modes.size() > 1) return refuse(modes[0] + " and " + modes[1] + " exclude each other");
    for (const char* const shape : {"--tasks", "--json"})
      if (flags_->count(shape) != 0 && flags_->count("--status") == 0)
        return refuse(std::string(shape) + " needs --status");
    if (modes.empty()) return std::nullopt;
    for (const char* const of_plan : {"--files-from", "--output", "--splits", "--split-bytes", "--fan-in"})
      if (flags_->count(of_plan) != 0) return refuse(modes[0] + " reads a plan, and ignores " + of_plan);
    return std::nullopt;
  }

  result<int> make() {
    if (request_.options.input.files_from.empty()) return refuse("--files-from is missing");
    if (request_.options.output.directory.empty())
      return refuse("--output is missing: name the directory for the plan and the shards");
    if (request_.splits != 0 && request_.split_bytes != 0)
      return refuse("--splits and --split-bytes exclude each other");
    if (request_.splits == 0 && request_.split_bytes == 0) request_.splits = 1;
    if (!place_key(request_.options.output.key, request_.options.output.fields))
      return refuse("--fields key needs --key surt");
    struct stat about{};
    input_options& inputs = request_.options.input;
    if (remote_listing::lists(inputs.files_from) ||
        (::stat(inputs.files_from.c_str(), &about) == 0 && S_ISDIR(about.st_mode)))
      inputs.paths.push_back(std::exchange(inputs.files_from, {}));
    request_.arguments =
        typed_arguments(*flags_, {"--files-from", "--splits", "--split-bytes", "--fan-in", "--status",
                                  "--retry-failed", "--clean", "--tasks", "--json", "--lease", "--seal",
                                  "--inputs-prefix", "--output", "--force", "--quiet", "--help"});
    if (!quiet_)
      request_.options.remote.on_retry = [](std::string_view sentence) { print_message(sentence); };
    const bool force = std::exchange(request_.options.output.force, false);
    for (std::size_t i = 0; i + 1 < request_.arguments.size(); ++i)
      if (request_.arguments[i] == "--memory" || request_.arguments[i] == "--threads")
        request_.merge_arguments.insert(request_.merge_arguments.end(),
                                        {request_.arguments[i], request_.arguments[i + 1]});
    const result<std::unique_ptr<plan_store>> store = open_store(request_.options.output.directory);
    if (!store) return tl::unexpected(store.error());
    result<task_plan> plan = make_plan(request_);
    if (!plan) return tl::unexpected(plan.error());
    if (!key_file_.empty()) {
      const result<void> sealed = read_key_with_warning(key_file_, quiet_).and_then([&](const plan_key& key) {
        return seal_plan(*plan, key);
      });
      if (!sealed) return tl::unexpected(sealed.error());
    }
    if (plan->unversioned != 0 && !quiet_)
      print_message(counted(plan->unversioned, "URL") +
                    " planned by name alone: the servers report no version");
    if (const result<void> stored = store_plan(*plan, **store, force); !stored)
      return tl::unexpected(stored.error());
    if (!quiet_)
      for (const std::string& line : planned_lines(*plan, request_.options.output.directory, key_file_))
        print_message(line);
    return all_read;
  }

  result<int> print_status() {
    const result<std::unique_ptr<plan_store>> store = open_store(status_directory_);
    if (!store) return tl::unexpected(store.error());
    const result<task_plan> plan = load_checked_plan(**store, key_file_, quiet_);
    if (!plan) return tl::unexpected(plan.error());
    const task_records records(**store);
    const result<std::vector<task_status>> statuses = records.look_at_all(*plan);
    if (!statuses) return tl::unexpected(statuses.error());
    line_writer out;
    if (!listed_state_.empty()) {
      const std::optional<task_state> state = task_state_named(listed_state_);
      if (!state) return refuse("--tasks: no state is called '" + listed_state_ + "'");
      for (std::size_t i = 0; i < statuses->size(); ++i)
        if ((*statuses)[i].state == *state) out.add(plan->tasks[i].id);
    } else if (json_) {
      std::string text = status_json(*plan, *statuses);
      text.pop_back();
      out.add(text);
    } else {
      for (const std::string& line : status_lines(*plan, *statuses)) out.add(line);
    }
    int code = some_damaged;
    const plan_outlook outlook = outlook_of(*plan, *statuses);
    if (outlook.is == plan_outlook::kind::open) code = try_later;
    if (outlook.is == plan_outlook::kind::complete) code = all_read;
    return code_after(out.flush(), code);
  }

  result<int> retry() {
    const result<std::unique_ptr<plan_store>> store = open_store(retry_directory_);
    if (!store) return tl::unexpected(store.error());
    const result<task_plan> plan = load_checked_plan(**store, key_file_, quiet_);
    if (!plan) return tl::unexpected(plan.error());
    const task_records records(**store);
    const result<retried_tasks> tasks = retry_failed(*plan, records);
    if (!tasks) return tl::unexpected(tasks.error());
    if (quiet_) return all_read;
    if (tasks->failed + tasks->incomplete == 0)
      print_message("there is nothing to retry: no task failed, and every input could be opened");
    else
      print_message(counted(tasks->failed, "failed task") + " and " +
                    counted(tasks->incomplete, "split that lacks inputs", "splits that lack inputs") +
                    " can be retried, and " + counted(tasks->dependent, "task") + " that depend on them");
    return all_read;
  }

  result<int> clean() {
    const result<std::unique_ptr<plan_store>> store = open_store(clean_directory_);
    if (!store) return tl::unexpected(store.error());
    const result<task_plan> plan = load_checked_plan(**store, key_file_, quiet_);
    if (!plan) return tl::unexpected(plan.error());
    const result<cleaned_plan> cleaned = clean_plan(*plan, task_records(**store));
    if (!cleaned) return tl::unexpected(cleaned.error());
    if (cleaned->running == 0) {
      if (cleaned->uploads != 0 && !quiet_)
        print_message(counted(cleaned->uploads, "unfinished upload") + " removed");
      return all_read;
    }
    print_message(
        counted(cleaned->running, "task") +
        " may be running: what their attempts have written, and unfinished uploads, were left alone");
    return try_later;
  }

  const CLI::App* flags_ = nullptr;
  plan_request request_;
  std::string status_directory_;
  std::string retry_directory_;
  std::string clean_directory_;
  std::string listed_state_;
  std::string key_file_;
  unsigned lease_ = 60;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<command> make_plan_command() {
  return std::make_unique<plan_command>();
}

}  // namespace urlsieve::cli
