#include "src/text/shared_prefix.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace urlsieve {
namespace {

std::uint64_t load(const char* place) {
  std::uint64_t value = 0;
  std::memcpy(&value, place, sizeof value);
  return value;
}

// Returns the number of equal leading bytes of two words. `difference` is their XOR, and not 0.
std::size_t same_bytes(std::uint64_t difference) {
  const int bits = std::endian::native == std::endian::little ? std::countr_zero(difference)
                                                              : std::countl_zero(difference);
  return static_cast<std::size_t>(bits) / 8;
}

}  // namespace

std::size_t shared_prefix(std::string_view a, std::string_view b, std::size_t known) {
  const std::size_t limit = std::min(a.size(), b.size());
  std::size_t at = known;
  for (; at + 8 <= limit; at += 8) {
    const std::uint64_t difference = load(a.data() + at) ^ load(b.data() + at);
    if (difference != 0) return at + same_bytes(difference);
  }
  if (at < limit && limit >= 8) {
    const std::uint64_t difference = load(a.data() + limit - 8) ^ load(b.data() + limit - 8);
    return difference == 0 ? limit : limit - 8 + same_bytes(difference);
  }
  while (at < limit && a[at] == b[at]) ++at;
  return at;
}

}  // namespace urlsieve
