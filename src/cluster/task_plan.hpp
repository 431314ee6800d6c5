// A run divided into tasks that any machine can run independently: splits of the inputs, merges of their
// results, and a last step that publishes the output. plan_store.hpp describes where all of it is.
#ifndef URLSIEVE_CLUSTER_TASK_PLAN_HPP
#define URLSIEVE_CLUSTER_TASK_PLAN_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cluster/plan_seal.hpp"
#include "src/cluster/task_graph.hpp"
#include "src/input/lists/listed_line.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

[[nodiscard]] std::string_view name_of(task_kind kind);

struct planned_task {
  std::string id;
  task_kind kind = task_kind::extract;
  std::vector<std::string> argv;       // subcommand of urlsieve and options, without inputs and output
  std::vector<std::string> needs;      // ids of tasks, in the order of their inputs
  std::vector<listed_line> inputs;     // of an extract
  std::optional<std::uint32_t> shard;  // the only shard that a merge makes
  std::uint64_t bytes = 0;             // stored bytes of the inputs
  std::string fingerprint;             // of all members above, the needed tasks, and the version
  bool is_final = false;               // the last task publishes the run of this task as it is
};

struct task_plan {
  std::string version;              // of the program that made the plan
  std::string folder;               // base of relative names
  std::uint32_t shards = 0;         // of the output
  bool takes_bad_input = false;     // given-up tasks leave the run complete (--on-error ignore)
  std::string seal;                 // seal_of() of the text without the seal; empty: not sealed
  std::uint64_t unversioned = 0;    // inputs whose servers reported no version; for new plans only
  std::vector<planned_task> tasks;  // needed tasks come first; the last task publishes

  // Returns the task with the id; null if there is none.
  [[nodiscard]] const planned_task* find(std::string_view id) const;
  // Returns the index of the task in `tasks`. Requires: find(id) is not null.
  [[nodiscard]] std::size_t index_of(std::string_view id) const { return places_.find(id)->second; }

  // Computes fingerprints, the final tasks, and the index of find(). Call after all tasks were added.
  void close();

 private:
  std::map<std::string, std::size_t, std::less<>> places_;
};

// Returns OUT/plan.jsonl.
[[nodiscard]] std::string plan_path(const std::string& out);

[[nodiscard]] std::string plan_text(const task_plan& plan);

// Reads the text of a plan. The text is not trusted: it must be the text that plan_text() writes for the
// tasks of a task_graph, with inputs that can be planned. Fails with error_code::usage, and names the
// difference: another version, a changed line, a missing line. `path` is for messages.
//
// With a key, the plan must carry the seal of the key. Without a key, a sealed plan is rejected, so that a
// forgotten key is noticed.
[[nodiscard]] result<task_plan> read_plan(std::string_view text, const std::string& path,
                                          const plan_key* key = nullptr);

// Seals the plan. Requires: the plan is closed.
[[nodiscard]] result<void> seal_plan(task_plan& plan, const plan_key& key);

// Fails with error_code::usage if no task can have such an input.
[[nodiscard]] result<void> check_planned_input(const listed_line& input);

}  // namespace urlsieve

#endif
