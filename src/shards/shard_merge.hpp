// The merge of shards of several runs. Rows stream through in order; rows of the same URL become one row, and
// each row goes to its new shard. If there are too many inputs to open, some are first merged into
// intermediate rows on disk. The result does not depend on the intermediate steps.
#ifndef URLSIEVE_SHARDS_SHARD_MERGE_HPP
#define URLSIEVE_SHARDS_SHARD_MERGE_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/shards/merge_input.hpp"
#include "src/shards/merge_tree.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/sync_queue.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct merge_job {
  std::vector<merge_input> inputs;  // rows of the same URL are merged in this order
  // The manifest entry of a single input, with its keys, which allows a plain copy; else null.
  const shard_summary* whole = nullptr;
  std::string directory;    // for the new shards
  const manifest* out;      // layout of the new shards
  std::uint32_t first = 0;  // the new shards: [first, last)
  std::uint32_t last = 0;

  merge_tree tree;  // plan of the intermediate steps
  // The layout of intermediate rows: as `out`, except for compression. Its form is row_form::parquet, for
  // typed rows, if an input has another form than `out`.
  const manifest* intermediate_layout = nullptr;
  std::string scratch;  // directory for intermediate rows
  // The next file number, shared by all jobs of the directory.
  std::atomic<std::uint32_t>* next_intermediate = nullptr;

  // Set to true if a row exceeds the memory beside the other inputs; fewer inputs at a time may succeed.
  bool* exceeded_memory = nullptr;

  std::size_t block = shard_access::largest_block;
  std::uint64_t memory = 0;  // bytes for all readers of a step
  remote_context remote;     // of directories that are URLs
};

// Callbacks for cancellation and progress, called every few thousand rows. Only the first reading of an input
// counts as progress, not the reading of intermediate rows.
struct merge_watch {
  std::function<bool()> stopped;
  std::function<void(std::uint64_t stored_bytes, std::uint64_t rows)> passed;  // since the last call
};

// Merges the inputs of `job` and writes its new shards, which are durable after queue.drain(). Drops rows of
// other shards. Fails with error_code::cannot_read for any damage of an input, and with
// error_code::interrupted if watch.stopped() returns true. After an error, removes its files, except the file
// of a plain copy (see merge_job::whole).
[[nodiscard]] result<std::vector<shard_summary>> merge_shard(const merge_job& job, const merge_watch& watch,
                                                             sync_queue& queue);

}  // namespace urlsieve

#endif
