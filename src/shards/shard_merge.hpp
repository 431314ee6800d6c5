// Shards of several runs merged into shards of one: rows stream through in order, a URL that several have
// becomes one row, and each row goes to the shard that it belongs to.
#ifndef URLSIEVE_SHARDS_SHARD_MERGE_HPP
#define URLSIEVE_SHARDS_SHARD_MERGE_HPP

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/shards/shard_reader.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// One shard of one run.
struct merge_input {
  const manifest* of;
  std::string directory;
  const shard_summary* shard;
};

struct merge_job {
  std::vector<merge_input> inputs;  // rows of the same URL are merged in this order
  std::string directory;            // for the new shards
  const manifest* out;              // what they are like
  std::uint32_t first = 0;          // the new shards: [first, last)
  std::uint32_t last = 0;
  std::uint64_t memory_a_reader = shard_reader::default_memory;  // as shard_reader::open() has it
};

// What another thread may see of it or ask for; called and looked at every few thousand rows.
struct merge_watch {
  std::function<bool()> stopped;
  std::function<void(std::uint64_t stored_bytes, std::uint64_t rows)> passed;  // since the last call
};

// Merges and writes the new shards of `job`; rows that belong to others are left out. Any damage of an input
// is an error, error_code::cannot_read.
[[nodiscard]] result<std::vector<shard_summary>> merge_shard(const merge_job& job, const merge_watch& watch);

}  // namespace urlsieve

#endif
