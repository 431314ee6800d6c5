#include "src/cli/task_worker.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <system_error>
#include <thread>
#include <vector>

#include "src/cli/exit_code.hpp"
#include "src/cluster/run_task.hpp"
#include "src/cluster/task_plan.hpp"
#include "src/transfer/remote_name.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX declares it nowhere

namespace urlsieve::cli {

namespace {

constexpr std::chrono::milliseconds shortest_pause{200};
constexpr std::chrono::milliseconds longest_pause{5000};

// A machine with a full disk would otherwise use up the attempts of all tasks.
constexpr unsigned most_failures_in_a_row = 3;

// Returns true if a failed task may be retried: 1, 2, 4 ... seconds after its failures. If the clock of this
// machine is behind that of the machine of the failure, there is no wait.
bool has_waited(const task_status& status) {
  if (status.attempts.empty()) return true;
  const std::uint64_t wait = std::uint64_t{1} << (status.attempts.size() - 1);
  const std::uint64_t ended = status.attempts.back().ended;
  const auto now = static_cast<std::uint64_t>(std::time(nullptr));
  return now < ended || now >= ended + wait;
}

}  // namespace

// Copies the plan of a remote store into memory that task processes inherit: a plan of many tasks is large,
// and each task would request it again. Without such memory, they do.
void task_worker::copy_plan() {
  if (!is_remote_name(records_.store().name())) return;
  const std::string text = plan_text(plan_);
  const int descriptor = ::memfd_create("urlsieve-plan", 0);
  if (descriptor < 0) return;
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t got = ::write(descriptor, text.data() + written, text.size() - written);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      ::close(descriptor);
      return;
    }
    written += static_cast<std::size_t>(got);
  }
  // The descriptor stays open as long as this process, which works on one plan.
  plan_file_ = "/proc/self/fd/" + std::to_string(descriptor);
}

result<int> task_worker::run_in_process(const planned_task& task, const std::atomic<bool>& stop) const {
  std::vector<std::string> words{"urlsieve", "run-task", "--quiet", "--lease",
                                 std::to_string(records_.store().patience().count())};
  if (!options_.key_file.empty()) words.insert(words.end(), {"--seal", options_.key_file});
  if (!options_.temporary.empty()) words.insert(words.end(), {"--tmpdir", options_.temporary});
  if (!plan_file_.empty()) words.insert(words.end(), {"--plan", plan_file_});
  words.insert(words.end(), options_.passed.begin(), options_.passed.end());
  words.insert(words.end(), {records_.store().name(), task.id});
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failure = ::posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ);
  if (failure != 0)
    return tl::unexpected(error{error_code::cannot_open, "cannot start a process for task " + task.id + ": " +
                                                             std::system_category().message(failure)});
  int status = 0;
  bool is_signaled = false;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (stop && !is_signaled) {
      ::kill(child, SIGTERM);
      is_signaled = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

result<int> task_worker::work(const std::atomic<bool>& stop) {
  copy_plan();
  std::chrono::milliseconds pause = shortest_pause;
  // Workers start at different positions, so they rarely compete for a task.
  std::size_t from = static_cast<std::size_t>(::getpid()) % plan_.tasks.size();
  unsigned failed_in_a_row = 0;
  const auto has_other_workers = [this] {
    const result<std::vector<task_status>> latest = records_.look_at_all(plan_);
    return latest && std::any_of(latest->begin(), latest->end(), [](const task_status& status) {
             return status.state == task_state::running;
           });
  };
  while (!stop) {
    const result<std::vector<task_status>> statuses = records_.look_at_all(plan_);
    if (!statuses) return tl::unexpected(statuses.error());
    switch (const plan_outlook outlook = outlook_of(plan_, *statuses); outlook.is) {
      case plan_outlook::kind::open:
        break;
      case plan_outlook::kind::complete:
        clear_published(plan_, records_);
        return all_read;
      case plan_outlook::kind::incomplete:
        return some_damaged;
      case plan_outlook::kind::stuck:
        report_("task " + plan_.tasks[outlook.task].id +
                " failed for good: " + (*statuses)[outlook.task].attempts.back().why);
        return run_failed;
    }
    bool has_pending = false;
    bool has_run = false;
    for (std::size_t i = 0; i < plan_.tasks.size() && !stop; ++i) {
      const std::size_t at = (from + i) % plan_.tasks.size();
      const task_status& status = (*statuses)[at];
      const planned_task& task = plan_.tasks[at];
      has_pending = has_pending || status.state == task_state::running || status.state == task_state::failed;
      const bool is_free =
          status.state == task_state::ready ||
          (status.state == task_state::failed && is_ready(plan_, task, *statuses) && has_waited(status));
      if (!is_free) continue;
      const result<int> code = run_in_process(task, stop);
      if (!code) return tl::unexpected(code.error());
      if (*code == try_later) continue;
      has_run = true;
      failed_in_a_row = *code == all_read || *code == some_damaged ? 0 : failed_in_a_row + 1;
      if (failed_in_a_row == most_failures_in_a_row && has_other_workers()) {
        report_("three tasks in a row failed on this machine: other workers run the rest");
        return run_failed;
      }
      if (failed_in_a_row >= most_failures_in_a_row) {
        const result<task_status> after = records_.look_at(task);
        if (!after) return tl::unexpected(after.error());
        if (after->state != task_state::done && after->attempts.size() <= status.attempts.size()) {
          report_("task " + task.id + " failed, and its record could not be written");
          return run_failed;
        }
      }
      from = at + 1;
      // A look at all tasks is slow, so several quick tasks are run between two looks.
      if (i > plan_.tasks.size() / 8 || task.kind != plan_.tasks[(at + 1) % plan_.tasks.size()].kind) break;
    }
    if (has_run) {
      pause = shortest_pause;
      continue;
    }
    if (!has_pending) {
      const result<std::vector<task_status>> latest = records_.look_at_all(plan_);
      if (!latest) return tl::unexpected(latest.error());
      bool changed = false;
      for (std::size_t i = 0; i < latest->size(); ++i)
        changed = changed || (*latest)[i].state != (*statuses)[i].state;
      if (!changed) {
        report_("no task of the plan can run any more");
        return run_failed;
      }
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, longest_pause);
  }
  return tl::unexpected(error{error_code::interrupted, "interrupted"});
}

}  // namespace urlsieve::cli
