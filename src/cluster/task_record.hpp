// The records of tasks: attempts, how each ended, and the results of finished tasks. Functions that return a
// result fail if the store cannot be read or written (plan_store.hpp).
#ifndef URLSIEVE_CLUSTER_TASK_RECORD_HPP
#define URLSIEVE_CLUSTER_TASK_RECORD_HPP

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cluster/plan_store.hpp"
#include "src/cluster/retry_rounds.hpp"
#include "src/cluster/task_lease.hpp"
#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_result.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

inline constexpr unsigned most_attempts = 3;

enum class attempt_end : std::uint8_t {
  none,     // running, or the process is gone
  failed,   // may succeed another time
  refused,  // would fail again: wrong usage, a changed input
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
  waiting,  // for needed tasks
  ready,
  running,
  failed,    // may be tried again
  given_up,  // failed for good
  done
};
// Returns the name of a state for people: "given up".
[[nodiscard]] std::string_view name_of(task_state state);
// task_state_named() returns the state with the name, in which "-" stands for a space. task_state_words()
// returns all such names, separated by "|".
[[nodiscard]] std::optional<task_state> task_state_named(std::string_view word);
[[nodiscard]] std::string task_state_words();

struct task_status {
  task_state state = task_state::waiting;
  std::optional<task_result> ended;    // if done
  std::optional<lease_holder> holder;  // if running
  std::vector<task_attempt> attempts;  // failed attempts at the task as planned
  unsigned attempts_made = 0;          // attempts with any fingerprint
};

// Returns the state of a task with these failed attempts, without a lease and without a result.
[[nodiscard]] task_state state_after(const std::vector<task_attempt>& attempts);

class task_records {
 public:
  // Requires: `store` outlives the object.
  explicit task_records(const plan_store& store) : store_(&store) {}

  [[nodiscard]] const plan_store& store() const { return *store_; }

  // Returns the standing of a task by its own records; task_state::waiting means "not begun".
  [[nodiscard]] result<task_status> look_at(const planned_task& task) const;
  // Returns the standing of the tasks that `task` needs, in the order of task.needs, as look_at() does.
  [[nodiscard]] result<std::vector<task_status>> look_at_needs(const task_plan& plan,
                                                               const planned_task& task) const;

  // Returns the standing of all tasks, in the order of the plan.
  [[nodiscard]] result<std::vector<task_status>> look_at_all(const task_plan& plan) const;

  // Returns the rounds of retries until now.
  [[nodiscard]] result<retry_rounds> read_rounds() const;

  // Returns the result of a finished task; nullopt without a valid result for the task as planned, of an
  // attempt that began after the last retry of the task.
  [[nodiscard]] result<std::optional<task_result>> result_of(const planned_task& task) const;
  // Stores the result of a task, durably; the task is then done. Returns the result that counts: `ended`, or
  // the result of another attempt. Fails with error_code::cannot_write if the lease was broken, and no result
  // counts.
  [[nodiscard]] result<task_result> record(const planned_task& task, task_result ended,
                                           const held_lease& lease) const;

  // Begins an attempt, and returns its number; numbers begin at 1.
  [[nodiscard]] result<unsigned> begin_attempt(const planned_task& task, const std::string& lease) const;
  // Records the end of attempt `number`, with the reason `why`. Does nothing if a retry of the task removed
  // the attempt.
  [[nodiscard]] result<void> end_attempt(const planned_task& task, unsigned number, attempt_end end,
                                         const std::string& why) const;
  // Removes an attempt that says nothing about the task: the attempt was interrupted, or succeeded.
  void forget_attempt(const planned_task& task, unsigned number) const;

  // Removes the attempts of a task, up to the first number without a record.
  void forget_attempts(const planned_task& task) const;
  // Removes the result of a task, and its attempts as forget_attempts() does.
  void forget(const planned_task& task) const;

 private:
  [[nodiscard]] static result<task_status> look_at(const planned_task& task, const record_view& records,
                                                   const retry_rounds& rounds);

  const plan_store* store_;
  mutable std::mutex rounds_mutex_;
  mutable retry_rounds rounds_;  // as read_rounds() has read them last
};

// The outlook of a plan.
struct plan_outlook {
  enum class kind : std::uint8_t {
    open,        // tasks are left
    complete,    // published
    incomplete,  // published without some inputs
    stuck        // a necessary task failed for good
  };
  kind is = kind::open;
  std::size_t task = 0;  // the failed task, if stuck
};
// Returns the outlook of a plan. `standing`: task_records::look_at_all() of the plan.
[[nodiscard]] plan_outlook outlook_of(const task_plan& plan, const std::vector<task_status>& standing);

// True if all needed tasks are done, or are extracts that were given up.
[[nodiscard]] bool is_ready(const task_plan& plan, const planned_task& task,
                            const std::vector<task_status>& standing);

}  // namespace urlsieve

#endif
