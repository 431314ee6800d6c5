#include "src/shards/parquet/snappy_block.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/shards/parquet/varints.hpp"
#include "src/text/little_endian.hpp"

namespace urlsieve::parquet {

bool decompress_snappy(std::string_view compressed, std::span<char> plain) {
  byte_cursor from(compressed);
  if (from.varint() != plain.size() || from.failed()) return false;
  std::size_t at = 0;
  while (!from.rest().empty()) {
    const unsigned tag = from.byte();
    const unsigned upper = tag >> 2U;
    if ((tag & 3U) == 0) {
      // A literal; 60 to 63 stand for lengths of 1 to 4 bytes.
      const std::uint64_t size = (upper < 60 ? upper : little_endian(from.take(upper - 59))) + 1;
      const std::string_view bytes = from.take(size);
      if (from.failed() || size > plain.size() - at) return false;
      std::memcpy(plain.data() + at, bytes.data(), bytes.size());
      at += bytes.size();
      continue;
    }
    std::size_t size = upper + 1;
    std::uint64_t distance = 0;
    if ((tag & 3U) == 1) {
      size = (upper & 7U) + 4;
      distance = (tag >> 5U) << 8U | from.byte();
    } else {
      distance = little_endian(from.take((tag & 3U) == 2 ? 2 : 4));
    }
    if (from.failed() || distance == 0 || distance > at || size > plain.size() - at) return false;
    // The copy may overlap its source.
    for (std::size_t i = 0; i < size; ++i, ++at) plain[at] = plain[at - static_cast<std::size_t>(distance)];
  }
  return at == plain.size();
}

}  // namespace urlsieve::parquet
