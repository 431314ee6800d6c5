// Tests 64 bytes for membership in byte sets with vectors; the result is a word of bits. Included once per
// target by kernels, after hwy/highway.h.
//
// A set of ASCII bytes has sixteen rows, one for each low half of a byte. Bit h of a row is set if the byte
// with that low half and the high half h is in the set. One lookup returns the row, and another lookup
// (shared by all sets) the bit of the high half. A byte beyond ASCII has no such bit, so it is in no set.
#if defined(URLSIEVE_TEXT_SCAN_BYTE_MASK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef URLSIEVE_TEXT_SCAN_BYTE_MASK_INL_HPP
#undef URLSIEVE_TEXT_SCAN_BYTE_MASK_INL_HPP
#else
#define URLSIEVE_TEXT_SCAN_BYTE_MASK_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using ByteTag = hn::CappedTag<std::uint8_t, 64>;
using Bytes = hn::Vec<ByteTag>;
using ByteMask = hn::Mask<ByteTag>;

constexpr std::size_t kBlock = 64;  // bytes, one for each bit of a word

// Returns the mask of the bytes equal to `wanted`.
HWY_INLINE ByteMask Is(Bytes bytes, char wanted) {
  return hn::Eq(bytes, hn::Set(ByteTag(), static_cast<std::uint8_t>(wanted)));
}

// Loads the 16 rows of a set.
HWY_INLINE Bytes LoadRows(const std::uint8_t* rows) {
  return hn::LoadDup128(ByteTag(), rows);
}

// Returns 1 << (byte >> 4) for ASCII, otherwise 0.
HWY_INLINE Bytes HighBits(Bytes bytes) {
  alignas(16) static constexpr std::uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  return hn::TableLookupBytes(LoadRows(bits), hn::ShiftRight<4>(bytes));
}

// Returns the index of a byte's row. Bytes beyond ASCII keep the high bit, for which TableLookupBytesOr0
// returns 0.
HWY_INLINE Bytes RowIndex(Bytes bytes) {
  return hn::And(bytes, hn::Set(ByteTag(), 0x8F));
}

// Returns the mask of the bytes in the set of `rows`. RowIndex() and HighBits() return the other arguments.
HWY_INLINE ByteMask InSet(Bytes rows, Bytes index, Bytes high_bits) {
  const Bytes bit = hn::And(hn::TableLookupBytesOr0(rows, index), high_bits);
  return hn::Ne(bit, hn::Zero(ByteTag()));
}

// Returns the mask of the `bytes` in the set of `rows`.
HWY_INLINE ByteMask InSet(Bytes rows, Bytes bytes) {
  return InSet(rows, RowIndex(bytes), HighBits(bytes));
}

// Returns the mask as bits: bit i represents byte i of the vector.
HWY_INLINE std::uint64_t BitsOf(ByteMask mask) {
  std::uint64_t bits = 0;
  hn::StoreMaskBits(ByteTag(), mask, reinterpret_cast<std::uint8_t*>(&bits));
  return bits;
}

// Calls `test(i)` for the vectors that begin at byte i of a block, and joins the resulting bits.
template <class Test>
HWY_INLINE std::uint64_t Bits64(const Test& test) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(ByteTag())) bits |= BitsOf(test(i)) << i;
  return bits;
}

// Returns a bit for each byte of the block that passes `test`, which takes a vector of bytes.
template <class Test>
HWY_INLINE std::uint64_t BitsWhere(const std::uint8_t* block, const Test& test) {
  return Bits64([&](std::size_t i) HWY_ATTR { return test(hn::LoadU(ByteTag(), block + i)); });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#endif
