// Hashes of bytes: fingerprints that stand for a URL, the hash that decides its shard, and checksums of
// files. All are XXH3 of xxHash 0.8, so other programs compute the same values.
#ifndef URLSIEVE_TEXT_FINGERPRINT_HPP
#define URLSIEVE_TEXT_FINGERPRINT_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace urlsieve {

struct fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend bool operator==(const fingerprint&, const fingerprint&) = default;
};

// XXH3-128 with a seed. Under a seed that is drawn at random for the run nobody can craft a collision, and
// among n distinct URLs the chance of one is below n * n / 2^129: 10^-17 for 10^11.
[[nodiscard]] fingerprint fingerprint_of(std::string_view bytes, std::uint64_t seed);

// The same of each. REQUIRES: both spans have the same size.
void fingerprints_of(std::span<const std::string_view> all, std::uint64_t seed, std::span<fingerprint> out);

// A seed that an attacker cannot know, from the operating system: 20 us.
[[nodiscard]] std::uint64_t random_seed();

// One that was drawn so when it was first asked for, the same as long as the process lives: for sets that are
// made for every page.
[[nodiscard]] std::uint64_t process_seed();

// XXH3-64 with seed 0: the published hash that decides the shard of a URL.
[[nodiscard]] std::uint64_t partition_hash(std::string_view url);

// XXH3-64 with seed 1: the published hash that decides whether a sample has a URL. Apart from the other, so
// that a sample has its part of every shard.
[[nodiscard]] std::uint64_t sample_hash(std::string_view url);

// XXH3-128 with seed 0, as running_checksum::hex() gives it.
[[nodiscard]] std::string checksum_of(std::string_view bytes);

// XXH3-128 with seed 0 of bytes that come in pieces.
class running_checksum {
 public:
  running_checksum();
  ~running_checksum();
  running_checksum(running_checksum&&) noexcept;
  running_checksum& operator=(running_checksum&&) noexcept;

  void add(std::string_view bytes);

  // Of all bytes added so far, as 32 hex digits, the way `xxh128sum` prints it.
  [[nodiscard]] std::string hex() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace urlsieve

#endif
