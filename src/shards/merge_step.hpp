// One step of a merge: reads all of its inputs at the same time, and writes their merged rows.
#ifndef URLSIEVE_SHARDS_MERGE_STEP_HPP
#define URLSIEVE_SHARDS_MERGE_STEP_HPP

#include <span>

#include "src/shards/merge_input.hpp"
#include "src/shards/shard_merge.hpp"
#include "src/shards/shard_writer.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Merges the rows of `inputs`: inputs of `job`, or intermediate rows made from inputs of `job`. `writers`
// holds one writer for each shard of the job, or one writer for all rows, of rows in the layout `written`:
// job.out or job.intermediate_layout. Drops rows of shards outside of the job. Fails with
// error_code::cannot_read for any damage of an input, and with error_code::interrupted if watch.stopped()
// returns true. The caller finishes the writers; finish() returns errors of writing.
[[nodiscard]] result<void> merge_rows(const merge_job& job, std::span<const merge_input> inputs,
                                      const manifest& written, std::span<shard_writer> writers,
                                      const merge_watch& watch);

// The number of rows between two calls of merge_watch::stopped().
inline constexpr std::uint64_t rows_per_check = 1U << 14U;

// Returns the error of a merge that watch.stopped() ended.
[[nodiscard]] inline tl::unexpected<error> merge_interrupted_error() {
  return tl::unexpected(error{error_code::interrupted, "interrupted while merging"});
}

}  // namespace urlsieve

#endif
