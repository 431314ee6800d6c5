// Writes the rows of a store into the file of a shard.
#ifndef URLSIEVE_PIPELINE_STORED_ROWS_HPP
#define URLSIEVE_PIPELINE_STORED_ROWS_HPP

#include <atomic>
#include <cstdint>
#include <string>

#include "src/dedup/shard_store.hpp"
#include "src/pipeline/outputs/host_ranking.hpp"
#include "src/pipeline/outputs/row_format.hpp"
#include "src/shards/sync_queue.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The layout of the shards, and the directory for their files.
struct stored_rows_target {
  const manifest& layout;
  const row_format& rows;
  const std::string& directory;
  sync_queue& to_sync;
};

// Reads `shard` from `store` and writes its file, which is durable after to_sync.drain(). Sets only
// the member `take` of `request`. Leaves out the rows of `dropped`. Fails with error_code::interrupted if
// `stop` becomes true.
[[nodiscard]] result<shard_summary> write_stored_rows(shard_store& store, std::uint32_t shard,
                                                      shard_store::reading request,
                                                      const stored_rows_target& target, dropped_rows& dropped,
                                                      const std::atomic<bool>& stop);

}  // namespace urlsieve

#endif
