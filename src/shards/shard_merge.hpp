// Shards of several runs merged into shards of one: rows stream through in order, a URL that several have
// becomes one row, and each row goes to the shard that it belongs to. Where there are too many to open, rows
// of some are merged first and lie on disk meanwhile; nothing of that can be seen in the shards.
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
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct merge_job {
  std::vector<merge_input> inputs;  // rows of the same URL are merged in this order
  // Of the only input, with its keys: then it may be copied as it lies there.
  const shard_summary* whole = nullptr;
  std::string directory;    // for the new shards
  const manifest* out;      // what they are like
  std::uint32_t first = 0;  // the new shards: [first, last)
  std::uint32_t last = 0;

  merge_tree tree;                 // of the inputs
  const manifest* made = nullptr;  // what rows between two steps are like: `out`, but for their packing
  std::string room;                // a directory for them
  std::atomic<std::uint32_t>* next_made = nullptr;  // their numbers, of all jobs that share the directory

  // Set where a row takes more memory than there is for it beside so many inputs: fewer at a time may do.
  bool* outgrown = nullptr;

  std::size_t block = shard_access::largest_block;
  std::uint64_t memory = 0;  // for the readers of a step, together
  remote_reach remote;       // of directories that are URLs
};

// What another thread may see of it or ask for; called and looked at every few thousand rows. What is read is
// counted where it is read for the first time.
struct merge_watch {
  std::function<bool()> stopped;
  std::function<void(std::uint64_t stored_bytes, std::uint64_t rows)> passed;  // since the last call
};

// Merges and writes the new shards of `job`, which are on the disk when `queue` was drained; rows that belong
// to others are left out. Where it fails nothing of them is left. Any damage of an input is an error,
// error_code::cannot_read.
[[nodiscard]] result<std::vector<shard_summary>> merge_shard(const merge_job& job, const merge_watch& watch,
                                                             sync_queue& queue);

}  // namespace urlsieve

#endif
