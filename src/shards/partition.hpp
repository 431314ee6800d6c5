// The partition function from a URL to its shard. The function depends only on the bytes of the URL, so every
// run on every machine selects the same shard. README.md has the function in other languages.
#ifndef URLSIEVE_SHARDS_PARTITION_HPP
#define URLSIEVE_SHARDS_PARTITION_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

inline constexpr std::uint32_t max_shards = 65536;
inline constexpr std::string_view partition_name = "xxh3-64-multiply-shift";

// Returns the shard of a hash by multiply-shift of its upper half. All products fit into 64 bits, for
// languages without wider integers. The lower half is left for hash tables inside a shard. Requires: shards >
// 0.
[[nodiscard]] constexpr std::uint32_t shard_of(std::uint64_t hash, std::uint32_t shards) {
  return static_cast<std::uint32_t>(((hash >> 32U) * shards) >> 32U);
}

// Returns the part of a key that determines the shard, by `by`:
// - url: the whole key
// - host: the host in lower case
// - domain: the registrable domain of the host, by the public suffix list of the machine; the whole host if
//   the host has none
// - directory: the URL up to and including the last "/" of the path
// For an edge ("SOURCE<TAB>TARGET") host, domain and directory are those of SOURCE, a URL or a host. A URL
// that lacks the part is used as a whole. The view may point into `storage`.
[[nodiscard]] std::string_view partition_part(std::string_view key, partition_key by, std::string& storage);

class partition {
 public:
  partition(partition_key by, std::uint32_t shards) : by_(by), shards_(shards) {}

  // Returns the XXH3-64 (seed 0) of partition_part(); for partition_key::url this is partition_hash(key).
  [[nodiscard]] std::uint64_t hash(std::string_view key) const {
    if (by_ == partition_key::url) return partition_hash(key);
    std::string storage;
    return partition_hash(partition_part(key, by_, storage));
  }

  [[nodiscard]] std::uint32_t shard(std::string_view key) const { return shard_of(hash(key), shards_); }

  // Returns shard(key) faster. Requires: `whole` is partition_hash(key).
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
