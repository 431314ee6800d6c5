// One step of a merge: inputs that are open at the same time, and the writers that their rows go to.
#ifndef URLSIEVE_SHARDS_MERGE_STEP_HPP
#define URLSIEVE_SHARDS_MERGE_STEP_HPP

#include <span>

#include "src/shards/merge_input.hpp"
#include "src/shards/shard_merge.hpp"
#include "src/shards/shard_writer.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Merges the rows of `inputs`, which are some of those of `job`, or were made of them. `writers` has one for
// each of its shards, or one for the rows of all; they are not finished.
[[nodiscard]] result<void> merge_rows(const merge_job& job, std::span<const merge_input> inputs,
                                      std::span<shard_writer> writers, const merge_watch& watch);

inline constexpr std::uint64_t rows_a_look = 1U << 14U;

[[nodiscard]] inline tl::unexpected<error> interrupted_merge() {
  return tl::unexpected(error{error_code::interrupted, "interrupted while merging"});
}

}  // namespace urlsieve

#endif
