// Runs the tasks of a plan that are ready, one after another, until the plan is done. Any number of worker
// processes share the work.
#ifndef URLSIEVE_CLI_TASK_WORKER_HPP
#define URLSIEVE_CLI_TASK_WORKER_HPP

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_record.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve::cli {

// Arguments of every task process. Paths are absolute, or empty.
struct worker_options {
  std::string key_file;             // --seal
  std::string temporary;            // --tmpdir
  std::vector<std::string> passed;  // other arguments, as typed
};

class task_worker {
 public:
  // `report` prints a sentence about a failed task.
  task_worker(const task_plan& plan, const task_records& records, worker_options options,
              std::function<void(const std::string&)> report)
      : plan_(plan), records_(records), options_(std::move(options)), report_(std::move(report)) {}

  // Works on the plan until the plan is published or stuck, and returns the exit code. all_read: published;
  // some_damaged: published without some inputs; run_failed: a task failed for good, or three tasks in a row
  // failed here while other workers are alive. Each task is a process of its own, so a crash does not affect
  // the worker. Waits for tasks of other workers, with pauses of 0.2 to 5 s.
  //
  // Fails with error_code::interrupted after a stop, with cannot_open if no process can be started, and as
  // task_records::look_at_all() does.
  [[nodiscard]] result<int> work(const std::atomic<bool>& stop);

 private:
  [[nodiscard]] result<int> run_in_process(const planned_task& task, const std::atomic<bool>& stop) const;
  void copy_plan();

  const task_plan& plan_;
  const task_records& records_;
  worker_options options_;
  std::function<void(const std::string&)> report_;
  std::string plan_file_;  // of a copy that task processes inherit; empty: they read the plan of the store
};

}  // namespace urlsieve::cli

#endif
