// The plan of a multi-pass merge, for more sorted inputs than can be open at a time. Neighbors are merged
// into intermediate rows on disk, so the order of the inputs is preserved.
#ifndef URLSIEVE_SHARDS_MERGE_TREE_HPP
#define URLSIEVE_SHARDS_MERGE_TREE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace urlsieve {

// The cost of an input, in bytes.
struct merge_weight {
  std::uint64_t memory = 0;   // while the input is read
  std::uint64_t bytes = 0;    // stored, to read
  std::uint64_t content = 0;  // decompressed rows
};

// The limits of a step. Reading intermediate rows takes between `intermediate_memory_min` and
// `intermediate_memory_max` bytes of memory, depending on their size.
struct merge_limits {
  std::size_t most_inputs = 2;
  std::uint64_t memory = 0;
  std::uint64_t intermediate_memory_min = 0;
  std::uint64_t intermediate_memory_max = 0;
};

// Each level divides the inputs left by the level before into groups of neighbors: `levels` holds the sizes
// of the groups, and a group of 1 stays as before. The final step merges the inputs left by the last level.
struct merge_tree {
  std::vector<std::vector<std::size_t>> levels;
  std::uint64_t bytes_again = 0;  // of intermediate rows, written and read
};

// Returns the largest number of inputs that are open at a time, of `inputs` in total.
[[nodiscard]] std::size_t widest_step(const merge_tree& tree, std::size_t inputs);

// Plans a merge with the fewest levels, and about the fewest rewritten bytes. Returns nullopt if the limits
// do not allow two inputs.
[[nodiscard]] std::optional<merge_tree> plan_merges(std::vector<merge_weight> inputs,
                                                    const merge_limits& limits);

}  // namespace urlsieve

#endif
