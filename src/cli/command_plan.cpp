// urlsieve plan: splits a run into tasks, and shows their status.
#include <sys/stat.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/closing.hpp"
#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/plan_text.hpp"
#include "src/cli/planned_arguments.hpp"
#include "src/cli/saying.hpp"
#include "src/cluster/make_plan.hpp"
#include "src/cluster/retry_plan.hpp"
#include "src/cluster/task_record.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 3> plan_paragraphs{
    "Writes OUT/plan.jsonl: a task a line, with its id, its arguments, its inputs and the tasks that it "
    "needs. "
    "Splits are of about the same size, in the order of the inputs; large files are cut inside where they "
    "can be "
    "(text, lists, JSON Lines, and what has many compressed members). urlsieve run-task does one task, on "
    "any "
    "machine that sees OUT and the inputs under the same names, and the last task publishes OUT/part-*, "
    "manifest.json and _SUCCESS: the shards that a single run gives.",
    "All options of extract that shape the rows are taken, and hold for every split; so do --memory and "
    "--threads, "
    "for each task. What only a whole run can do is refused.",
    "The same plan again is no mistake; another one in the same directory is, without --force."};
constexpr std::array<help_example, 4> plan_examples{{
    {"Two hundred splits, 64 shards",
     "urlsieve plan --inputs warc.paths.gz --splits 200 --shards 64 -o OUT --fields url,count"},
    {"Do it all here, in two processes", "urlsieve run-task OUT & urlsieve run-task OUT; wait"},
    {"How far it is", "urlsieve plan --status OUT"},
    {"Once the disk has room again", "urlsieve plan --retry-failed OUT"},
}};
constexpr std::array<explained_word, 4> plan_exit_codes{{
    {"0", "planned; with --status: all is published, and complete"},
    {"1", "with --status: it is published, but inputs are missing in it, or a task failed for good"},
    {"2", "wrong usage, no such input or plan, or OUT has another plan"},
    {"4", "with --status: there is more to do"},
}};
constexpr std::array<std::string_view, 9> plan_common{"--inputs", "--splits",       "--split-bytes",
                                                      "--output", "--shards",       "--fields",
                                                      "--status", "--retry-failed", "--force"};
constexpr command_words words_of_plan{"plan",        "take a run apart into tasks for many machines",
                                      plan_common,   plan_paragraphs,
                                      plan_examples, plan_exit_codes};

class plan_command final : public command {
 public:
  [[nodiscard]] const command_words& words() const override { return words_of_plan; }

  void declare(CLI::App& flags) override {
    flags_ = &flags;
    const std::string group = "Plan";
    flags.add_option("--inputs", inputs_, "A list of files (as --files-from), or a directory")
        ->type_name("LIST|DIR")
        ->group(group);
    add_number(flags, "--splits", request_.splits, 1, 100'000, "one", "Splits of the inputs")->group(group);
    add_size(flags, "--split-bytes", request_.split_bytes, std::size_t{64} << 10U, std::size_t{1} << 50U, "",
             "Splits of about this size, as the inputs are stored")
        ->group(group);
    add_number(flags, "--fan-in", request_.fan_in, 2, 4096, "128",
               "Directories that a merge reads at the most")
        ->group(group);
    flags.add_option("--status", status_of_, "Say what of the plan in OUT is done, running, failed and why")
        ->type_name("OUT")
        ->group(group);
    flags
        .add_option("--retry-failed", retried_,
                    "Let the tasks of OUT that failed be tried again, and the inputs that splits lack")
        ->type_name("OUT")
        ->group(group);
    flags
        .add_option("--tasks", listed_,
                    "With --status: print the ids of tasks in this state, and nothing else")
        ->type_name(task_state_words())
        ->group(group);
    flags.add_flag("--json", json_, "With --status: as JSON, task for task")->group(group);
    add_number(flags, "--lease", lease_, 1, 86400, "60",
               "Seconds after which a silent process counts as gone")
        ->group(group);
    flags
        .add_option(
            "--seal", key_file_,
            "Sign the plan with the key in FILE (16 bytes or more): nobody can change it without the key")
        ->type_name("FILE")
        ->group(group);
    add_all_flags(flags, request_.options);
    flags.get_option("--output")
        ->description("Where the plan goes, what its tasks make, and at last the shards")
        ->default_str("");
    flags.get_option("--force")->description("Replace another plan in DIR that has not been published");
    remove_unplanned(flags, {"--inputs", "--splits", "--split-bytes", "--fan-in", "--status",
                             "--retry-failed", "--tasks", "--json", "--lease", "--seal", "--inputs-prefix",
                             "--output", "--force", "--similar", "--mark-new"});
    flags.add_flag("-q,--quiet", quiet_, "Nothing on standard error but what ends it")->group("Running");
  }

  int run() override {
    if (!status_of_.empty()) return tell();
    if (!retried_.empty()) return retry();
    return make();
  }

 private:
  static int refuse(const std::string& why) {
    say_usage_error(why, words_of_plan.name);
    return wrong_usage;
  }
  static int fail(const error& what) {
    say(what, words_of_plan.name);
    return exit_code_of(what.code);
  }

  int make() {
    if (inputs_.empty()) return refuse("--inputs is missing");
    if (request_.options.output.directory.empty())
      return refuse("--output is missing: where the plan and the shards go");
    if (request_.splits != 0 && request_.split_bytes != 0)
      return refuse("--splits and --split-bytes exclude each other");
    if (request_.splits == 0 && request_.split_bytes == 0) request_.splits = 1;
    if (!place_key(request_.options.output.key, request_.options.output.fields))
      return refuse("--fields key needs --key surt");
    const closing ending(quiet_);
    struct stat about{};
    const bool is_directory = ::stat(inputs_.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
    (is_directory ? request_.options.input.paths.emplace_back() : request_.options.input.files_from) =
        inputs_;
    request_.arguments =
        arguments_given(*flags_, {"--inputs", "--splits", "--split-bytes", "--fan-in", "--status",
                                  "--retry-failed", "--tasks", "--json", "--lease", "--seal",
                                  "--inputs-prefix", "--output", "--force", "--quiet", "--help"});
    if (!quiet_) request_.options.remote.on_retry = [](std::string_view sentence) { say(sentence); };
    const bool force = std::exchange(request_.options.output.force, false);
    for (std::size_t i = 0; i + 1 < request_.arguments.size(); ++i)
      if (request_.arguments[i] == "--memory" || request_.arguments[i] == "--threads")
        request_.merge_arguments.insert(request_.merge_arguments.end(),
                                        {request_.arguments[i], request_.arguments[i + 1]});
    result<task_plan> plan = make_plan(request_);
    if (!plan) return fail(plan.error());
    if (!key_file_.empty()) {
      const result<void> sealed = read_advised_key(key_file_, quiet_).and_then([&](const plan_key& key) {
        return seal_plan(*plan, key);
      });
      if (!sealed) return fail(sealed.error());
    }
    if (plan->unversioned != 0 && !quiet_)
      say(counted(plan->unversioned, "URL") +
          " planned by name alone, as their servers do not say what is there");
    if (const result<void> stored = store_plan(*plan, request_.options.output.directory, force); !stored)
      return fail(stored.error());
    ending.say(planned(*plan), request_.options.output.directory);
    return all_read;
  }

  int tell() {
    const result<task_plan> plan = load_checked_plan(status_of_, key_file_, quiet_);
    if (!plan) return fail(plan.error());
    const task_records records(status_of_, std::chrono::seconds(lease_));
    const result<std::vector<task_standing>> standing = records.look_at_all(*plan);
    if (!standing) return fail(standing.error());
    line_writer out;
    if (!listed_.empty()) {
      const std::optional<task_state> wanted = task_state_named(listed_);
      if (!wanted) return refuse("--tasks: no task is ever '" + listed_ + "'");
      for (std::size_t i = 0; i < standing->size(); ++i)
        if ((*standing)[i].state == *wanted) out.add(plan->tasks[i].id);
    } else if (json_) {
      std::string text = status_json(*plan, *standing);
      text.pop_back();
      out.add(text);
    } else {
      for (const std::string& line : status_lines(*plan, *standing)) out.add(line);
    }
    int code = some_damaged;
    const plan_outlook outlook = outlook_of(*plan, *standing);
    if (outlook.is == plan_outlook::kind::open) code = try_later;
    if (outlook.is == plan_outlook::kind::complete) code = all_read;
    return exit_code_after(out.flush(), code, words_of_plan.name);
  }

  int retry() {
    const result<task_plan> plan = load_checked_plan(retried_, key_file_, quiet_);
    if (!plan) return fail(plan.error());
    const task_records records(retried_, std::chrono::seconds(lease_));
    const result<retried_tasks> done = retry_failed(*plan, records);
    if (!done) return fail(done.error());
    if (quiet_) return all_read;
    if (done->failed + done->incomplete == 0)
      say("there is nothing to try again: no task failed, and every input could be opened");
    else
      say(counted(done->failed, "failed task") + " and " +
          counted(done->incomplete, "split that lacks inputs", "splits that lack inputs") +
          " may be tried again, and " + counted(done->dependent, "task") + " that depend on them");
    return all_read;
  }

  const CLI::App* flags_ = nullptr;
  plan_request request_;
  std::string inputs_;
  std::string status_of_;
  std::string retried_;
  std::string listed_;
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
