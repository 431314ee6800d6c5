// What has become of tasks: attempts that were begun, and how each ended; the result of one that is done.
#ifndef URLSIEVE_PIPELINE_PLAN_TASK_RECORD_HPP
#define URLSIEVE_PIPELINE_PLAN_TASK_RECORD_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/pipeline/plan/task_lease.hpp"
#include "src/pipeline/plan/task_plan.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

inline constexpr unsigned most_attempts = 3;

struct task_result {
  std::string fingerprint;  // of the task that it is of
  std::string host;
  std::uint64_t milliseconds = 0;
  std::uint64_t cpu_milliseconds = 0;  // of all its threads, and of the kernel for them
  std::uint64_t peak_memory = 0;       // bytes, of the process
  std::uint64_t bytes_read = 0;        // as stored
  std::uint64_t bytes_written = 0;
  std::uint64_t references = 0;
  std::uint64_t unique = 0;           // rows written
  bool complete = true;               // no fault of its inputs
  bool empty = false;                 // nothing was made, as all that it needs was left out
  std::string manifest;               // checksum of that of what was made
  std::vector<std::string> left_out;  // tasks that failed for good and whose inputs are missing here
  std::vector<std::string> without;   // inputs that could not be read, here or in what was merged
  std::vector<std::pair<std::string, std::string>> faults;  // input and what was wrong with it
};

// The text of OUT/tasks/ID.result, and back. Results come from anywhere: nothing unless the text is one that
// result_text() writes for this very task, naming extracts alone as left out.
[[nodiscard]] std::string result_text(const planned_task& task, const task_result& ended);
[[nodiscard]] std::optional<task_result> read_result(const planned_task& task, std::string_view text);

enum class attempt_end : std::uint8_t {
  none,     // it goes on, or whoever made it is gone
  failed,   // it may go well another time
  refused,  // it would end so again: wrong usage, an input that changed
};

struct task_attempt {
  std::string fingerprint;
  std::string host;
  std::string lease;
  std::uint64_t begun = 0;  // seconds since 1970
  std::uint64_t ended = 0;
  attempt_end end = attempt_end::none;
  std::string why;
};

enum class task_state : std::uint8_t {
  waiting,  // for tasks that it needs
  ready,
  running,
  failed,    // and may be tried again
  given_up,  // failed for good
  done
};
[[nodiscard]] std::string_view name_of(task_state state);
// By its name, with "-" for a space; and all of these words, "|" between them.
[[nodiscard]] std::optional<task_state> task_state_named(std::string_view word);
[[nodiscard]] std::string task_state_words();

struct task_standing {
  task_state state = task_state::waiting;
  std::optional<task_result> ended;    // done
  std::optional<lease_holder> holder;  // running
  std::vector<task_attempt> attempts;  // of the task as it is planned, that did not go well
  unsigned attempts_made = 0;          // of all numbers
};

class task_records {
 public:
  task_records(std::string out, std::chrono::seconds patience) : out_(std::move(out)), patience_(patience) {}

  [[nodiscard]] const std::string& out() const { return out_; }
  [[nodiscard]] std::chrono::seconds patience() const { return patience_; }

  // How a task stands by itself: waiting stands for "not begun" here.
  [[nodiscard]] result<task_standing> look_at(const planned_task& task) const;

  // How all of them stand, in the order of the plan.
  [[nodiscard]] result<std::vector<task_standing>> look_at_all(const task_plan& plan) const;

  [[nodiscard]] result<std::optional<task_result>> result_of(const planned_task& task) const;
  [[nodiscard]] result<void> record(const planned_task& task, const task_result& ended) const;

  // Attempts are numbered from 1 on.
  [[nodiscard]] result<unsigned> begin_attempt(const planned_task& task, const std::string& lease) const;
  [[nodiscard]] result<void> end_attempt(const planned_task& task, unsigned number, attempt_end end,
                                         const std::string& why) const;
  // One that says nothing about the task: it was interrupted, or did well.
  void forget_attempt(const planned_task& task, unsigned number) const;

  // The task has not been done, and has not been tried.
  void forget(const planned_task& task) const;

 private:
  std::string out_;
  std::chrono::seconds patience_;
};

// What is to come of a plan.
struct plan_outlook {
  enum class kind : std::uint8_t {
    open,        // there is more to do
    complete,    // published
    incomplete,  // published without some inputs
    stuck        // a task failed for good that the rest cannot do without
  };
  kind is = kind::open;
  std::size_t task = 0;  // stuck: which
};
[[nodiscard]] plan_outlook outlook_of(const task_plan& plan, const std::vector<task_standing>& standing);

// What tasks need was done, or given up where the run can do without it (an extract).
[[nodiscard]] bool is_ready(const task_plan& plan, const planned_task& task,
                            const std::vector<task_standing>& standing);

}  // namespace urlsieve

#endif
