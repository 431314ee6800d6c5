// Compact descriptions of the inputs of a merge, for merges of a million shards (such as 10,000 directories
// of 64 shards).
#ifndef URLSIEVE_SHARDS_MERGE_INPUT_HPP
#define URLSIEVE_SHARDS_MERGE_INPUT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The entry of a shard in a manifest, without keys and name; the number of the shard determines the name.
struct stored_shard {
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
  std::array<char, 32> checksum{};  // in hex; zeros: the manifest has no valid checksum
};

// A shard of a run, or the intermediate rows of a merge step. Does not own its pointers.
struct merge_input {
  const manifest* of;  // layout of the rows; similar runs may share a manifest
  const std::string* directory;
  const stored_shard* shard;
  std::uint32_t number;          // of the shard, or of the intermediate rows
  bool is_intermediate = false;  // rows of a merge step, not of a run
};

// Returns the compact form of a manifest entry.
[[nodiscard]] stored_shard stored_of(const shard_summary& entry);

// Returns the entry of the manifest without keys; the reverse of stored_of(), with the name of the file.
[[nodiscard]] shard_summary summary_of(const merge_input& input);

// Returns the file name of intermediate rows.
[[nodiscard]] std::string intermediate_name(std::uint32_t number);

// Return the memory to read `input` in blocks of `block` bytes of rows, in bytes. memory_for_rows() counts
// shard_reader alone; memory_to_read() adds the buffers of a remote input.
[[nodiscard]] std::uint64_t memory_for_rows(const merge_input& input, std::size_t block);
[[nodiscard]] std::uint64_t memory_to_read(const merge_input& input, std::size_t block);

}  // namespace urlsieve

#endif
