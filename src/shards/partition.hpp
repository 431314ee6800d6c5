// Which shard a URL belongs to: a published function of the URL's bytes alone, so that every run on every
// machine puts it into the same one. README.md has it in other languages.
#ifndef URLSIEVE_SHARDS_PARTITION_HPP
#define URLSIEVE_SHARDS_PARTITION_HPP

#include <cstdint>
#include <string_view>

#include "src/text/fingerprint.hpp"

namespace urlsieve {

inline constexpr std::uint32_t max_shards = 65536;
inline constexpr std::string_view partition_name = "xxh3-64-multiply-shift";

// Multiply-shift of the upper half of partition_hash(): all products fit into 64 bits, so that languages
// without wider integers can follow. The lower half stays free for hash tables inside a shard. REQUIRES:
// shards > 0.
[[nodiscard]] constexpr std::uint32_t shard_of(std::uint64_t hash, std::uint32_t shards) {
  return static_cast<std::uint32_t>(((hash >> 32U) * shards) >> 32U);
}

}  // namespace urlsieve

#endif
