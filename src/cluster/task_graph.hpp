// The shape of every plan: its tasks, their order, and the tasks that each task needs. `plan` builds plans of
// this shape; plans of other shapes are rejected when they are read.
//
//   extract-00000 ...   one task per split
//   merge-1-00000 ...   levels of merges, each level smaller than the level before
//   shard-00000 ...     one task per shard, unless a single task already has the whole output
//   publish
#ifndef URLSIEVE_CLUSTER_TASK_GRAPH_HPP
#define URLSIEVE_CLUSTER_TASK_GRAPH_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace urlsieve {

enum class task_kind : std::uint8_t {
  extract,  // a split of the inputs into an output directory
  merge,    // several directories into one, or one shard of several directories
  publish   // renames the shards, without copying
};

inline constexpr std::size_t most_splits = 100'000;

// A task, and the range [first_need, end_of_needs) of the tasks in the plan that it needs.
struct graph_node {
  std::string id;
  task_kind kind = task_kind::extract;
  std::optional<std::uint32_t> shard;
  std::size_t first_need = 0;
  std::size_t end_of_needs = 0;
};

class task_graph {
 public:
  // `merges`: the number of tasks of each level. Requires: extracts > 0, and each level is smaller than the
  // level before and not empty.
  task_graph(std::size_t extracts, std::vector<std::size_t> merges, std::uint32_t shards);

  // Returns the graph of `extracts` splits with merges of at most `fan_in` (at least 2) directories.
  [[nodiscard]] static task_graph of_fan_in(std::size_t extracts, std::size_t fan_in, std::uint32_t shards);

  [[nodiscard]] std::size_t size() const;
  // Returns the task at `index`. Requires: index < size().
  [[nodiscard]] graph_node at(std::size_t index) const;

 private:
  std::vector<std::size_t> levels_;  // tasks of each level, the extracts first
  std::uint32_t shards_ = 0;         // tasks that make one shard each
};

// True for ids of extracts ("extract-00017"), as in results.
[[nodiscard]] bool is_extract_id(const std::string& id);

}  // namespace urlsieve

#endif
