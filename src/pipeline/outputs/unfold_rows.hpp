// Moves near-duplicate URLs from the shards of their keys to the shards of their URLs.
#ifndef URLSIEVE_PIPELINE_UNFOLD_ROWS_HPP
#define URLSIEVE_PIPELINE_UNFOLD_ROWS_HPP

#include <atomic>
#include <cstdint>

#include "src/dedup/shard_store.hpp"
#include "src/shards/partition.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Inserts the first URL of each key in `from` into `into`, with all counts and sources of the key. Both
// stores have `shards` shards; `layout` gives the shard of a URL in `into`. Runs in parallel over the shards
// of `from`. Fails as the stores do, and with error_code::interrupted if `stop` becomes true. Requires: the
// columns of `from` are records of first_of_key() (near_duplicates.hpp).
[[nodiscard]] result<void> unfold_rows(shard_store& from, shard_store& into, const partition& layout,
                                       std::uint32_t shards, const std::atomic<bool>& stop);

}  // namespace urlsieve

#endif
