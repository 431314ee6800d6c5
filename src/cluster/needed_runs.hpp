// The runs that a task of a plan needs: whether the tasks before it are done, and where their runs are.
#ifndef URLSIEVE_CLUSTER_NEEDED_RUNS_HPP
#define URLSIEVE_CLUSTER_NEEDED_RUNS_HPP

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_record.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Functions that return a result fail if the store cannot be read (plan_store.hpp).
class needed_runs {
 public:
  // Requires: the arguments outlive the object.
  needed_runs(const task_plan& plan, const planned_task& task, const task_records& records)
      : plan_(plan), task_(task), records_(records) {}

  // Returns why the task has to wait for a needed task; nullopt if all are done or left out.
  [[nodiscard]] result<std::optional<std::string>> find_open() const;

  // Collects the runs; returns nullopt if all runs exist. Otherwise returns why the task has to wait: a
  // needed task is not done, or its run is lost. Removes the records of a task whose run is lost, so that the
  // task runs again. Requires: the lease is held.
  [[nodiscard]] result<std::optional<std::string>> gather();

  // Names of the runs that gather() collected (plan_store::find_run()), in the order of the needed tasks.
  [[nodiscard]] const std::vector<std::string>& runs() const { return runs_; }
  // Checksums of the manifests of runs().
  [[nodiscard]] const std::vector<std::string>& manifests() const { return manifests_; }
  // Ids of extracts that failed for good, which the run leaves out.
  [[nodiscard]] const std::set<std::string>& left_out() const { return omitted_; }
  // Inputs that the runs lack.
  [[nodiscard]] const std::set<std::string>& without() const { return without_; }
  // Returns true if all inputs of the collected runs were read.
  [[nodiscard]] bool are_complete() const { return complete_; }

  // Removes the collected runs, or the shard that the task merged from them.
  void remove() const;

 private:
  [[nodiscard]] bool knows(const std::vector<std::string>& ids) const;

  const task_plan& plan_;
  const planned_task& task_;
  const task_records& records_;
  std::vector<std::string> runs_;
  std::vector<std::string> manifests_;
  std::set<std::string> omitted_;
  std::set<std::string> without_;
  bool complete_ = true;
};

}  // namespace urlsieve

#endif
