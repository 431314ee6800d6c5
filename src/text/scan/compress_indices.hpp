// For each selection of eight bytes (bit i: byte i is kept), the indices of kept bytes, then zeros.
#ifndef URLSIEVE_TEXT_SCAN_COMPRESS_INDICES_HPP
#define URLSIEVE_TEXT_SCAN_COMPRESS_INDICES_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace urlsieve {

struct alignas(64) kept_places_table {
  std::array<std::array<std::uint8_t, 8>, 256> rows{};
  constexpr const std::array<std::uint8_t, 8>& operator[](std::size_t row) const { return rows[row]; }
};

inline constexpr kept_places_table compress_indices = [] {
  kept_places_table table;
  for (std::size_t row = 0; row < 256; ++row) {
    std::size_t next = 0;
    for (std::uint8_t i = 0; i < 8; ++i)
      if ((row >> i & 1U) != 0) table.rows[row][next++] = i;
  }
  return table;
}();

}  // namespace urlsieve

#endif
