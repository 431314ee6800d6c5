// Divides the memory and the open files of a merge among its workers. A worker merges jobs one after another;
// a job merges shards of several directories into one or more output shards (src/shards/shard_merge.hpp).
#ifndef URLSIEVE_DATASETS_MERGE_BUDGET_HPP
#define URLSIEVE_DATASETS_MERGE_BUDGET_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/shards/merge_input.hpp"
#include "src/shards/merge_tree.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The resources to divide.
struct merge_resources {
  unsigned threads = 1;      // maximal number of workers
  std::uint64_t memory = 0;  // of all workers
  std::uint64_t files = 0;   // maximum of open files, of all workers
};

struct merge_budget {
  unsigned workers = 1;
  std::size_t block = 0;     // bytes that a reader of a shard reads at a time; see shard_access
  std::uint64_t memory = 0;  // of a worker, for the readers of a step; includes a reserve for long rows
  merge_limits limits;       // of a step
};

class merge_demand {
 public:
  // Requires: `out` and `intermediate_layout` (see merge_job) outlive the object.
  merge_demand(const manifest& out, const manifest& intermediate_layout)
      : out_(out), intermediate_layout_(intermediate_layout) {}

  // Adds a job that merges `inputs` into `shards` shards.
  void add(std::span<const merge_input> inputs, std::uint32_t shards);

  // Returns the division with the shortest time. Fails with error_code::usage if the resources are too small
  // for a single worker.
  [[nodiscard]] result<merge_budget> divide(const merge_resources& supply) const;

 private:
  [[nodiscard]] merge_budget budget_for(const merge_resources& supply, unsigned workers,
                                        std::size_t block) const;
  [[nodiscard]] bool is_sufficient(const merge_budget& budget) const;
  [[nodiscard]] tl::unexpected<error> refuse(const merge_resources& supply) const;

  const manifest& out_;
  const manifest& intermediate_layout_;
  std::size_t jobs_ = 0;
  std::vector<merge_input> heaviest_;  // inputs of the job that needs most memory
  std::uint64_t most_memory_ = 0;      // of that job
  merge_input largest_{};              // the input that needs most memory
  std::uint64_t largest_memory_ = 0;
  std::uint32_t most_shards_ = 0;
};

// Returns the weights of inputs that are read in blocks of `block` bytes.
[[nodiscard]] std::vector<merge_weight> weights_of(std::span<const merge_input> inputs, std::size_t block);

}  // namespace urlsieve

#endif
