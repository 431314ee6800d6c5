// Writes selected bytes of 64 without gaps, as vectors. Included once per target by kernels, after
// hwy/highway.h.
//
// Without a machine instruction, a lookup with indices from a table moves eight bytes at a time. (Highway
// 1.0.3 does the same, but g++ copies its table to the stack for every vector.)
#if defined(URLSIEVE_TEXT_SCAN_BYTE_COMPRESS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef URLSIEVE_TEXT_SCAN_BYTE_COMPRESS_INL_HPP
#undef URLSIEVE_TEXT_SCAN_BYTE_COMPRESS_INL_HPP
#else
#define URLSIEVE_TEXT_SCAN_BYTE_COMPRESS_INL_HPP
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/text/scan/byte_mask-inl.hpp"

#ifndef URLSIEVE_TEXT_SCAN_COMPRESS_INDICES
#define URLSIEVE_TEXT_SCAN_COMPRESS_INDICES
namespace urlsieve {

// For each selection of eight bytes (bit i: byte i is kept), the indices of kept bytes, then zeros.
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

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

// Writes the bytes of 64 whose bit in `selected` is set to `out` and returns the end. `vector_at(i)` returns
// the vector that begins at byte i. Requires: 64 writable bytes at `out`.
template <class VectorAt>
HWY_INLINE std::uint8_t* CompressTo(std::uint64_t selected, const VectorAt& vector_at, std::uint8_t* out) {
  const ByteTag d;
#if HWY_TARGET == HWY_AVX3_DL
  const ByteMask mask = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&selected));
  hn::StoreU(hn::Compress(vector_at(0), mask), d, out);
  return out + std::popcount(selected);
#else
  const hn::Simd<std::uint8_t, 8, 0> eight;
  alignas(64) std::uint8_t bytes[64];
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) hn::Store(vector_at(i), d, bytes + i);
  for (std::size_t i = 0; i < 64; i += 8) {
    const std::size_t row = selected >> i & 0xFFU;
    const auto places = hn::Load(eight, compress_indices[row].data());
    hn::StoreU(hn::TableLookupBytes(hn::Load(eight, bytes + i), places), eight, out);
    out += std::popcount(row);
  }
  return out;
#endif
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#endif
