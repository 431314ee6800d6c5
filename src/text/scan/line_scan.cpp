// A line matches if a pair of bytes follows its line feed. Four lookups of sixteen rows each (low and high
// half of both bytes) return a bit for each pair of the pattern; ANDed, the bits of the matching pairs
// remain.
//
//   text        x \n F r o m : \n - - b \n y
//   "\n"        . 1  . . . . . 1  . . . 1  .
//   pair next   . 1  . . . . . 1  . . . .  .     "Fr" and "--" are in the pattern
//   lines       . 1  . . . . . 1  . . . .  .
#include "src/text/scan/line_scan.hpp"

#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/scan/line_scan.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kPairSize = 2;  // bytes read after a block: the pair after a line feed

// Bit i: a line feed at block[i] and a matching pair after it. Most blocks have a line feed, few have a pair,
// and the latency of loads hides the lookups.
HWY_INLINE std::uint64_t LinesOf(const std::uint8_t* block, Bytes first_low, Bytes first_high,
                                 Bytes second_low, Bytes second_high) {
  const ByteTag d;
  const Bytes low_half = hn::Set(d, 0x0F);
  return Bits64([&](std::size_t i) HWY_ATTR {
    const Bytes here = hn::LoadU(d, block + i);
    const Bytes first = hn::LoadU(d, block + i + 1);
    const Bytes second = hn::LoadU(d, block + i + 2);
    const Bytes pairs = hn::And(hn::And(hn::TableLookupBytes(first_low, hn::And(first, low_half)),
                                        hn::TableLookupBytes(first_high, hn::ShiftRight<4>(first))),
                                hn::And(hn::TableLookupBytes(second_low, hn::And(second, low_half)),
                                        hn::TableLookupBytes(second_high, hn::ShiftRight<4>(second))));
    return hn::And(hn::Eq(here, hn::Set(d, '\n')), hn::Ne(pairs, hn::Zero(d)));
  });
}

std::size_t FindLine(const char* text, std::size_t size, std::size_t from, const line_pattern& pattern) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  const Bytes first_low = LoadRows(pattern.first_low().data());
  const Bytes first_high = LoadRows(pattern.first_high().data());
  const Bytes second_low = LoadRows(pattern.second_low().data());
  const Bytes second_high = LoadRows(pattern.second_high().data());
  std::size_t at = from - 1;
  for (; at + kBlock + kPairSize <= size; at += kBlock) {
    const std::uint64_t lines = LinesOf(bytes + at, first_low, first_high, second_low, second_high);
    if (lines != 0) return at + static_cast<std::size_t>(std::countr_zero(lines)) + 1;
  }
  if (at >= size) return size;
  alignas(64) std::uint8_t last[2 * kBlock + kPairSize] = {};
  std::memcpy(last, bytes + at, size - at);
  for (std::size_t i = 0; i < size - at; i += kBlock) {
    const std::uint64_t lines = LinesOf(last + i, first_low, first_high, second_low, second_high);
    // No line begins after a line feed that is the last byte.
    if (lines != 0) {
      const std::size_t found = at + i + static_cast<std::size_t>(std::countr_zero(lines)) + 1;
      return found < size ? found : size;
    }
  }
  return size;
}

line_scanner LineScanKernels() {
  return {&FindLine};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(LineScanKernels);

line_scanner line_scanner::choose() {
  return URLSIEVE_CHOSEN_BUILD(LineScanKernels)();
}

}  // namespace urlsieve
#endif
