// Which shard a URL belongs to: a published function of the URL's bytes alone, so that every run on every
// machine puts it into the same one. README.md has it in other languages.
#ifndef URLSIEVE_SHARDS_PARTITION_HPP
#define URLSIEVE_SHARDS_PARTITION_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/text/fingerprint.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

inline constexpr std::uint32_t max_shards = 65536;
inline constexpr std::string_view partition_name = "xxh3-64-multiply-shift";

// Multiply-shift of the upper half of a hash: all products fit into 64 bits, so that languages without wider
// integers can follow. The lower half stays free for hash tables inside a shard. REQUIRES: shards > 0.
[[nodiscard]] constexpr std::uint32_t shard_of(std::uint64_t hash, std::uint32_t shards) {
  return static_cast<std::uint32_t>(((hash >> 32U) * shards) >> 32U);
}

// What of a key decides its shard: of a URL the whole; or its host, in lower case; or the registrable domain
// of its host, by the public suffix list of the machine; or all up to and with the last "/" of its path. Of
// an edge ("SOURCE<TAB>TARGET") the whole, or the host, domain or directory of its source, which may be a
// host itself. A URL without a host, or for its directory without a path, decides as a whole. `room` may be
// used to make it.
[[nodiscard]] std::string_view deciding_part(std::string_view key, partition_key by, std::string& room);

class partition {
 public:
  partition(partition_key by, std::uint32_t shards) : by_(by), shards_(shards) {}

  // XXH3-64, seed 0, of what decides. With partition_key::url that is partition_hash(key).
  [[nodiscard]] std::uint64_t hash(std::string_view key) const {
    if (by_ == partition_key::url) return partition_hash(key);
    std::string room;
    return partition_hash(deciding_part(key, by_, room));
  }

  [[nodiscard]] std::uint32_t shard(std::string_view key) const { return shard_of(hash(key), shards_); }

  // The same with partition_hash(key) at hand.
  [[nodiscard]] std::uint32_t shard(std::string_view key, std::uint64_t whole) const {
    return by_ == partition_key::url ? shard_of(whole, shards_) : shard(key);
  }

  [[nodiscard]] partition_key by() const { return by_; }
  [[nodiscard]] std::uint32_t shards() const { return shards_; }

 private:
  partition_key by_;
  std::uint32_t shards_;
};

}  // namespace urlsieve

#endif
