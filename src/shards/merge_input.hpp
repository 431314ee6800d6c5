// What is merged, held so that a million of them fit into memory: 10,000 directories of 64 shards are no
// more than some people have.
#ifndef URLSIEVE_SHARDS_MERGE_INPUT_HPP
#define URLSIEVE_SHARDS_MERGE_INPUT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "urlsieve/manifest.hpp"

namespace urlsieve {

// What a manifest says of a shard, without its name, which its number tells, and its keys.
struct stored_shard {
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
  std::array<char, 32> checksum{};  // in hex; zeros: what the manifest has there is none
};

// One shard of one run, or rows that a step of a merge has made of several.
struct merge_input {
  const manifest* of;            // what it is like; runs that are alike may share one
  const std::string* directory;  // where it lies
  const stored_shard* shard;
  std::uint32_t number;  // of the shard, or of what was made
  bool is_made = false;
};

[[nodiscard]] stored_shard stored_of(const shard_summary& said);

// As its manifest has it, but for the keys.
[[nodiscard]] shard_summary summary_of(const merge_input& input);

// The name of rows that were made.
[[nodiscard]] std::string made_name(std::uint32_t number);

// What its rows take by such blocks, and all that reading it does: more where it is far away.
[[nodiscard]] std::uint64_t memory_for_rows(const merge_input& input, std::size_t block);
[[nodiscard]] std::uint64_t memory_to_read(const merge_input& input, std::size_t block);

}  // namespace urlsieve

#endif
