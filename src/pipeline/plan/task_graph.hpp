// The shape of every plan: which tasks there are, in which order, and which tasks each of them needs. `plan`
// builds plans of this shape, and a plan of any other shape is refused when it is read.
//
//   extract-00000 ...   one task a split
//   merge-1-00000 ...   levels of merges, each level smaller than the one before
//   shard-00000 ...     one task a shard, unless a single task already has all of the output
//   publish
#ifndef URLSIEVE_PIPELINE_PLAN_TASK_GRAPH_HPP
#define URLSIEVE_PIPELINE_PLAN_TASK_GRAPH_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace urlsieve {

enum class task_kind : std::uint8_t {
  extract,  // a split of the inputs into an output directory
  merge,    // several of them into one; or one shard of them, the last time
  publish   // the shards get their names, nothing is copied
};

inline constexpr std::size_t most_splits = 100'000;

// A task and the tasks that it needs: those at [first_need, end_of_needs) of the plan.
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

  // The graph of `extracts` splits where a merge reads at most `fan_in` (at least 2) directories.
  [[nodiscard]] static task_graph of_fan_in(std::size_t extracts, std::size_t fan_in, std::uint32_t shards);

  [[nodiscard]] std::size_t size() const;
  // The task at `place`, below size().
  [[nodiscard]] graph_node at(std::size_t place) const;

 private:
  std::vector<std::size_t> levels_;  // tasks of each level, the extracts first
  std::uint32_t shards_ = 0;         // tasks that make one shard each
};

// True for ids of extracts ("extract-00017"), as results name them.
[[nodiscard]] bool is_extract_id(const std::string& id);

}  // namespace urlsieve

#endif
