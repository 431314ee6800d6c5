// In which steps many sorted inputs become one, where not all can be open at a time: neighbours are merged
// into rows that lie on disk until they are merged again, so that the order of the inputs stays.
#ifndef URLSIEVE_SHARDS_MERGE_TREE_HPP
#define URLSIEVE_SHARDS_MERGE_TREE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace urlsieve {

struct merge_weight {
  std::uint64_t memory = 0;   // while it is read
  std::uint64_t bytes = 0;    // to read
  std::uint64_t content = 0;  // of its rows
};

// What a step may have, and what reading the rows takes that a step has made: some fixed part and no more
// than `made_most`, less of few rows.
struct merge_limits {
  std::size_t most_inputs = 2;
  std::uint64_t memory = 0;
  std::uint64_t made_least = 0;
  std::uint64_t made_most = 0;
};

// Each level cuts what the one before left into runs of neighbours, whose numbers these are; of one there is
// nothing to do. What the last level leaves is merged at once.
struct merge_tree {
  std::vector<std::vector<std::size_t>> levels;
  std::uint64_t bytes_again = 0;  // are written and read once more
};

// How many of so many inputs are open at a time at the most.
[[nodiscard]] std::size_t widest_step(const merge_tree& tree, std::size_t inputs);

// As few levels as there must be, and of what they rewrite about as little. None: two do not fit.
[[nodiscard]] std::optional<merge_tree> plan_merges(std::vector<merge_weight> inputs,
                                                    const merge_limits& limits);

}  // namespace urlsieve

#endif
