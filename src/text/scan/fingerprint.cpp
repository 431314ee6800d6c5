// The only file that calls xxHash.
#define XXH_INLINE_ALL
#include "src/text/scan/fingerprint.hpp"

#include <xxhash.h>

#include <random>

#include "src/text/hex.hpp"

namespace urlsieve {

fingerprint fingerprint_of(std::string_view bytes, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
  return {hash.low64, hash.high64};
}

void fingerprints_of(std::span<const std::string_view> all, std::uint64_t seed, std::span<fingerprint> out) {
  for (std::size_t i = 0; i < all.size(); ++i) out[i] = fingerprint_of(all[i], seed);
}

std::uint64_t random_seed() {
  std::random_device source;
  static_assert(std::random_device::min() == 0 && std::random_device::max() == 0xFFFFFFFFU);
  const std::uint64_t high = source();
  return high << 32U | source();
}

std::uint64_t process_seed() {
  static const std::uint64_t seed = random_seed();
  return seed;
}

std::uint64_t partition_hash(std::string_view url) {
  return XXH3_64bits(url.data(), url.size());
}

std::uint64_t sample_hash(std::string_view url) {
  return XXH3_64bits_withSeed(url.data(), url.size(), 1);
}

std::uint64_t filter_hash(std::string_view key) {
  return XXH3_64bits_withSeed(key.data(), key.size(), 2);
}

std::uint64_t parquet_hash(std::string_view value) {
  return XXH64(value.data(), value.size(), 0);
}

struct running_checksum::state {
  XXH3_state_t inner;
};

running_checksum::running_checksum() : state_(std::make_unique<state>()) {
  XXH3_128bits_reset(&state_->inner);
}
running_checksum::~running_checksum() = default;
running_checksum::running_checksum(running_checksum&&) noexcept = default;
running_checksum& running_checksum::operator=(running_checksum&&) noexcept = default;

void running_checksum::add(std::string_view bytes) {
  XXH3_128bits_update(&state_->inner, bytes.data(), bytes.size());
}

std::string running_checksum::hex() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->inner);
  return hex_of(hash.high64) + hex_of(hash.low64);
}

std::string checksum_of(std::string_view bytes) {
  running_checksum sum;
  sum.add(bytes);
  return sum.hex();
}

}  // namespace urlsieve
