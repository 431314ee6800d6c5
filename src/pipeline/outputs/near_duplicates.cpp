#include "src/pipeline/outputs/near_duplicates.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/dedup/shard_store.hpp"
#include "src/shards/partition.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {
namespace {

result<void> unfold_shard(std::uint32_t shard, shard_store& from, shard_store& into, const partition& layout,
                          std::uint32_t shards, const std::atomic<bool>& stop) {
  constexpr std::size_t rows_at_once = 1024;
  std::vector<std::vector<sighting>> parts(shards);
  arena storage;
  std::size_t pending = 0;
  result<void> moved;
  const auto insert_parts = [&] {
    for (std::uint32_t i = 0; i < shards; ++i) {
      if (moved && !parts[i].empty()) moved = into.insert(i, parts[i]);
      parts[i].clear();
    }
    storage.clear();
    pending = 0;
  };
  shard_store::reading reading;
  reading.take = [&](const known_url& known) {
    const auto [url, columns] = split_pair(known.columns);
    const std::string_view url_copy = storage.copy(url);
    const sighting first{
        url_copy,   partition_hash(url_copy), known.order, storage.copy(columns), storage.copy(known.sources),
        known.count};
    parts[layout.shard(first.url, first.hash)].push_back(first);
    if (++pending == rows_at_once) insert_parts();
    return moved.has_value() && !stop;
  };
  result<void> read = from.read(shard, reading);
  if (read && moved) insert_parts();
  if (!read || !moved) return read ? moved : read;
  if (stop) return tl::unexpected(error{error_code::interrupted, "interrupted while writing shards"});
  return {};
}

}  // namespace

result<void> unfold_rows(shard_store& from, shard_store& into, const partition& layout, std::uint32_t shards,
                         const std::atomic<bool>& stop) {
  if (result<void> ready = from.begin_reading(); !ready) return ready;
  std::vector<result<void>> moved(shards);
  tbb::parallel_for(std::uint32_t{0}, shards,
                    [&](std::uint32_t i) { moved[i] = unfold_shard(i, from, into, layout, shards, stop); });
  for (result<void>& status : moved)
    if (!status) return status;
  return {};
}

}  // namespace urlsieve
