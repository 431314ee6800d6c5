// A block begins outside of escapes, so no state is carried between blocks: a block stops before a backslash
// in its last place. Letters of escapes are replaced by their meaning; then the backslashes are removed.
//
//   a \ n b \ \ \ " c    text
//   . 1 . . 1 . 1 . .    slashes that begin an escape
//   . . 1 . . 1 . 1 .    letters after the slashes
#include "src/text/encodings/short_escapes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/encodings/short_escapes.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/byte_compress-inl.hpp"
#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

constexpr byte_set kLetters("\"\\/bfnrt");

HWY_INLINE std::uint64_t Lowest(std::size_t count) {
  return count == kBlock ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Returns every other backslash of each run, from the first.
HWY_INLINE std::uint64_t FirstOfPairs(std::uint64_t slashes) {
  if ((slashes & slashes << 1U) == 0) return slashes;
  constexpr std::uint64_t even = 0x5555555555555555U;
  // The sum clears the runs that begin at an odd place, and sets the bit after each run.
  const std::uint64_t begins = slashes & ~(slashes << 1U);
  const std::uint64_t odd_runs = slashes & ~(slashes + (begins & ~even));
  return (slashes & ~odd_runs & even) | (odd_runs & ~even);
}

// Returns the meaning of the letters in kLetters; other bytes than letters mean themselves.
HWY_INLINE Bytes Meaning(Bytes letters) {
  alignas(16) static constexpr std::uint8_t kControls[16] = {0, 0, '\b', 0, '\t', 0, '\f', 0,
                                                             0, 0, 0,    0, 0,    0, '\n', 0};
  const ByteTag d;
  const Bytes low = hn::And(letters, hn::Set(d, 15));
  const Bytes control = hn::IfThenElse(hn::Eq(letters, hn::Set(d, 'r')), hn::Set(d, '\r'),
                                       hn::TableLookupBytes(LoadRows(kControls), low));
  return hn::IfThenElse(hn::Gt(letters, hn::Set(d, '`')), control, letters);
}

struct block_extent {
  std::size_t read;
  std::size_t written;
  bool stops;  // at a backslash that begins no two-byte escape
};

// Decodes the first `size` bytes of a block. Requires: 64 bytes are readable and writable.
HWY_INLINE block_extent DecodeBlock(const std::uint8_t* block, std::size_t size, bool is_last,
                                    std::uint8_t* out) {
  const ByteTag d;
  const std::uint64_t inside = Lowest(size);
  const std::uint64_t slashes = inside & Bits64([block](std::size_t i) HWY_ATTR {
                                  return hn::Eq(hn::LoadU(ByteTag(), block + i), hn::Set(ByteTag(), '\\'));
                                });
  if (slashes == 0) {
    for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) hn::StoreU(hn::LoadU(d, block + i), d, out + i);
    return {size, size, false};
  }
  const std::uint64_t first = FirstOfPairs(slashes);
  const std::uint64_t letters = first << 1U;
  alignas(16) static constexpr byte_rows known = rows_of(kLetters);
  const Bytes rows = LoadRows(known.data());
  const std::uint64_t known_letters =
      Bits64([block, rows](std::size_t i) HWY_ATTR { return InSet(rows, hn::LoadU(ByteTag(), block + i)); });
  const std::uint64_t unknown = letters & (~known_letters | ~inside);
  std::size_t read = size;
  bool stops = false;
  if (unknown != 0) {
    read = static_cast<std::size_t>(std::countr_zero(unknown)) - 1;
    stops = true;
  } else if ((first >> 63U) != 0) {
    read = size - 1;
    stops = is_last;
  }
  const std::uint64_t output_bits = ~first & Lowest(read);
  const auto vector_at = [block, letters](std::size_t i) HWY_ATTR {
    const ByteTag tag;
    const Bytes bytes = hn::LoadU(tag, block + i);
    const std::uint64_t bits = letters >> i;
    const ByteMask behind = hn::LoadMaskBits(tag, reinterpret_cast<const std::uint8_t*>(&bits));
    return hn::IfThenElse(behind, Meaning(bytes), bytes);
  };
  const std::uint8_t* const end = CompressTo(output_bits, vector_at, out);
  return {read, static_cast<std::size_t>(end - out), stops};
}

unescaped_extent DecodeShortEscapes(const char* text, std::size_t size, char* out) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  auto* const begin = reinterpret_cast<std::uint8_t*>(out);
  unescaped_extent extent;
  while (size - extent.read >= kBlock) {
    const bool is_last = size - extent.read == kBlock;
    const block_extent block = DecodeBlock(bytes + extent.read, kBlock, is_last, begin + extent.written);
    extent.read += block.read;
    extent.written += block.written;
    if (block.stops) return extent;
  }
  if (extent.read == size) return extent;
  alignas(64) std::uint8_t last[kBlock] = {};
  alignas(64) std::uint8_t decoded[kBlock];
  std::memcpy(last, bytes + extent.read, size - extent.read);
  const block_extent block = DecodeBlock(last, size - extent.read, true, decoded);
  std::memcpy(begin + extent.written, decoded, block.written);
  return {extent.read + block.read, extent.written + block.written};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(DecodeShortEscapes);

unescaped_extent decode_short_escapes(std::string_view text, char* out) {
  return URLSIEVE_CHOSEN_BUILD(DecodeShortEscapes)(text.data(), text.size(), out);
}

}  // namespace urlsieve
#endif
