// A run taken apart into tasks that any machine can do, each by itself: splits of the inputs, merges of what
// they give, and the last step that publishes it.
//
//   OUT/plan.jsonl      the plan: what holds for all of it, then a task a line; never changes
//   OUT/tasks/ID.*      leases, attempts and results of tasks (task_record.hpp)
//   OUT/runs/ID/        output directories that tasks made, until another has consumed them
//   OUT/part-* ...      the output, once it is published
#ifndef URLSIEVE_PIPELINE_PLAN_TASK_PLAN_HPP
#define URLSIEVE_PIPELINE_PLAN_TASK_PLAN_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/listed_line.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

enum class task_kind : std::uint8_t {
  extract,  // a split of the inputs into an output directory
  merge,    // several of them into one; or one shard of them, the last time
  publish   // the shards get their names, nothing is copied
};
[[nodiscard]] std::string_view name_of(task_kind kind);

struct planned_task {
  std::string id;
  task_kind kind = task_kind::extract;
  std::vector<std::string> argv;       // a subcommand of urlsieve and its options but for inputs and output
  std::vector<std::string> needs;      // ids of tasks, in the order of their inputs
  std::vector<listed_line> inputs;     // of an extract
  std::optional<std::uint32_t> shard;  // that a merge makes alone
  std::uint64_t bytes = 0;             // of the inputs, as stored
  std::string fingerprint;             // of all the above, of those that it needs, and of the version
};

struct task_plan {
  std::string version;              // of the program that made it
  std::string folder;               // where relative names begin
  std::uint32_t shards = 0;         // of the output
  bool takes_bad_input = false;     // tasks that failed for good leave the run complete (--bad-input ok)
  std::uint64_t not_told = 0;       // inputs whose servers did not say what is there; of a plan that is made
  std::vector<planned_task> tasks;  // those that a task needs stand before it; the last one publishes

  // Null: there is none.
  [[nodiscard]] const planned_task* find(std::string_view id) const;
  [[nodiscard]] std::size_t index_of(std::string_view id) const { return places_.find(id)->second; }

  // To be called when the tasks are there: fills in fingerprints, and makes find() work.
  void close();

 private:
  std::map<std::string, std::size_t, std::less<>> places_;
};

// A place in the folder of a plan.
[[nodiscard]] std::string plan_path(const std::string& out);
[[nodiscard]] std::string record_path(const std::string& out, std::string_view id, std::string_view suffix);
[[nodiscard]] std::string run_path(const std::string& out, std::string_view id);

[[nodiscard]] std::string plan_text(const task_plan& plan);

// error_code::usage says what differs: a plan of another version, a line that was changed, one that is
// missing. error_code::no_such_input where there is none.
[[nodiscard]] result<task_plan> load_plan(const std::string& out);

}  // namespace urlsieve

#endif
