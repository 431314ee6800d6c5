// Hashes of bytes: fingerprints of URLs, the hash that selects a shard, and checksums of files. All are XXH3
// or XXH64 of xxHash 0.8, so other programs compute the same values.
#ifndef URLSIEVE_TEXT_SCAN_FINGERPRINT_HPP
#define URLSIEVE_TEXT_SCAN_FINGERPRINT_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace urlsieve {

// An XXH3-128 hash in halves.
struct fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend bool operator==(const fingerprint&, const fingerprint&) = default;
};

// Returns XXH3-128 of `bytes` with `seed`. With a random seed per run, nobody can craft a collision. Among n
// distinct URLs, the probability of a collision is below n * n / 2^129: 10^-17 for 10^11 URLs.
[[nodiscard]] fingerprint fingerprint_of(std::string_view bytes, std::uint64_t seed);

// Computes fingerprint_of() for each element. Requires: both spans have the same size.
void fingerprints_of(std::span<const std::string_view> all, std::uint64_t seed, std::span<fingerprint> out);

// Returns an unpredictable seed from the operating system; takes 20 us. Throws std::runtime_error if the
// system has no random bytes.
[[nodiscard]] std::uint64_t random_seed();

// Returns a random seed that is drawn at the first call and constant for the process. For sets that are
// created for every page. Thread-safe. Throws as random_seed() does.
[[nodiscard]] std::uint64_t process_seed();

// Returns XXH3-64 with seed 0, the published hash that selects the shard of a URL.
[[nodiscard]] std::uint64_t partition_hash(std::string_view url);

// Returns XXH3-64 with seed 1, the published hash that selects the URLs of a sample. Differs from
// partition_hash(), so that a sample covers all shards evenly.
[[nodiscard]] std::uint64_t sample_hash(std::string_view url);

// Returns XXH3-64 with seed 2, the published hash of a key in a filter file. Independent of partition_hash()
// and sample_hash(), because the keys of a shard or a sample agree in the high bits of these hashes.
[[nodiscard]] std::uint64_t filter_hash(std::string_view key);

// Returns XXH64 with seed 0, the hash of values in Bloom filters of Parquet files.
[[nodiscard]] std::uint64_t parquet_hash(std::string_view value);

// Returns XXH3-128 with seed 0 in the format of running_checksum::hex().
[[nodiscard]] std::string checksum_of(std::string_view bytes);

// Computes XXH3-128 with seed 0 of bytes that arrive in pieces.
class running_checksum {
 public:
  running_checksum();
  ~running_checksum();
  running_checksum(running_checksum&&) noexcept;
  running_checksum& operator=(running_checksum&&) noexcept;

  void add(std::string_view bytes);

  // Returns the checksum of all bytes added so far as 32 hex digits, in the format of `xxh128sum`.
  [[nodiscard]] std::string hex() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace urlsieve

#endif
