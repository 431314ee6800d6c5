// How many workers merge, and how much each may open, within the memory and the open files that there are.
#ifndef URLSIEVE_PIPELINE_SHARDS_MERGE_ROOM_HPP
#define URLSIEVE_PIPELINE_SHARDS_MERGE_ROOM_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/shards/merge_input.hpp"
#include "src/shards/merge_tree.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// What is to be divided.
struct merge_supply {
  unsigned threads = 1;      // at most so many workers
  std::uint64_t memory = 0;  // for all of them
  std::uint64_t files = 0;   // that they may have open
};

struct merge_room {
  unsigned workers = 1;
  std::size_t block = 0;     // as shard_access has it
  std::uint64_t memory = 0;  // of a worker, for the readers of a step; some of it is left for long rows
  merge_limits limits;       // of a step
};

class merge_demand {
 public:
  // `out`, and `made` (merge_job), outlive this.
  merge_demand(const manifest& out, const manifest& made) : out_(out), made_(made) {}

  // A job that merges those into so many shards.
  void add(std::span<const merge_input> inputs, std::uint32_t shards);

  // What takes the least time. error_code::usage where not even one worker has room for the least that is
  // needed.
  [[nodiscard]] result<merge_room> divide(const merge_supply& supply) const;

 private:
  [[nodiscard]] merge_room room_for(const merge_supply& supply, unsigned workers, std::size_t block) const;
  [[nodiscard]] bool has_room(const merge_room& room) const;
  [[nodiscard]] tl::unexpected<error> refuse(const merge_supply& supply) const;

  const manifest& out_;
  const manifest& made_;
  std::size_t jobs_ = 0;
  std::vector<merge_input> heaviest_;  // what the job has that takes most
  std::uint64_t most_memory_ = 0;      // of that
  merge_input largest_{};              // of all inputs the one that takes most
  std::uint64_t largest_memory_ = 0;
  std::uint32_t most_shards_ = 0;
};

// Of each, by blocks of that size.
[[nodiscard]] std::vector<merge_weight> weights_of(std::span<const merge_input> inputs, std::size_t block);

}  // namespace urlsieve

#endif
