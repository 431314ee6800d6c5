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
#include "src/pipeline/plan/plan_seal.hpp"
#include "src/pipeline/plan/task_graph.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

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
  std::string seal;                 // seal_of() of the text without it; empty: not sealed
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

// Reads the text of a plan. Plans come from anywhere: only text that plan_text() writes for tasks of a
// task_graph, with inputs that can be planned, is a plan. error_code::usage says what differs: another
// version, a changed line, a missing line. `path` is for messages.
//
// With a key, the plan must carry the seal of that key. Without a key, a plan that carries a seal is refused,
// so that a forgotten key is noticed.
[[nodiscard]] result<task_plan> read_plan(std::string_view text, const std::string& path,
                                          const plan_key* key = nullptr);

// Reads OUT/plan.jsonl. error_code::no_such_input if there is none.
[[nodiscard]] result<task_plan> load_plan(const std::string& out, const plan_key* key = nullptr);

// Seals the plan. Requires: the plan is closed.
[[nodiscard]] result<void> seal_plan(task_plan& plan, const plan_key& key);

// error_code::usage if no task can be given such an input.
[[nodiscard]] result<void> check_planned_input(const listed_line& input);

}  // namespace urlsieve

#endif
