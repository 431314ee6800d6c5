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

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/compress_indices.hpp"

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
