// find_marks() tests at 64 places at once whether a URL may begin. The neighbors of a place decide, so the
// same bytes are also loaded one place later and one place earlier. Each test is one comparison.
//
//   text           < U R L :   x > ,   h t t p : / / a . b   N o t e :   n o w
//   here ":"       . . . . 1 . . . . . . . . . 1 . . . . . . . . . . 1 . . . .
//   goes on        1 1 1 1 . 1 1 1 . 1 1 1 1 1 1 1 1 1 1 . 1 1 1 1 1 . 1 1 1 .
//   "<"            1 . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
//   their sum      . . . . 1 1 1 1 . 1 1 1 1 1 1 1 1 1 1 . 1 1 1 1 1 . 1 1 1 .
//   marks          . . . . 1 . . . . . . . . . 1 . . . . . . . . . . . . . . .
//
// A bit in "goes on" means that a byte above the blank follows, so the last byte of a word has a zero. The
// addition carries from a "<" in the word to this zero. The colon of "Note: " is no mark, because a blank
// follows the colon and no "<" precedes it in its word. No branch depends on the content of a block, which is
// unpredictable in text.
#include "src/text/scan/byte_scan.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/scan/byte_scan.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kMarkBehind = 1;   // bytes read before a block
constexpr std::size_t kMarkAhead = 1;    // bytes read after a block
constexpr std::size_t kAngleReach = 12;  // from "<" to the colon, if the scan begins between them

HWY_INLINE Bytes Lower(Bytes bytes) {
  return hn::Or(bytes, hn::Set(ByteTag(), 0x20));
}
HWY_INLINE ByteMask IsBeyondAscii(Bytes bytes) {
  return hn::Ne(hn::And(bytes, hn::Set(ByteTag(), 0x80)), hn::Zero(ByteTag()));
}

// Returns the requested dots among `here`. The kind is a template parameter, so that a scan without dots
// costs nothing.
template <wanted_dots kDots>
HWY_INLINE ByteMask DotsAt(Bytes before, Bytes here, Bytes after, const mark_pattern& pattern) {
  const ByteMask dots = Is(here, '.');
  if constexpr (kDots == wanted_dots::prefixed) {
    const Bytes last = Lower(before);
    return hn::And(dots, hn::Or(Is(last, 'w'), Is(last, 'p')));
  } else {
    const Bytes label = LoadRows(pattern.label.data());
    const ByteMask left = hn::Or(InSet(label, before), IsBeyondAscii(before));
    const ByteMask right = hn::Or(InSet(label, after), IsBeyondAscii(after));
    return hn::And(dots, hn::And(left, right));
  }
}

// Returns the marks of the 64 bytes at `block`. `open` is set if a word with a "<" continues from before the
// block, and is updated for the next block. Requires: one readable byte before and one after the block.
template <wanted_dots kDots>
HWY_INLINE std::uint64_t MarksOf(const std::uint8_t* block, const mark_pattern& pattern, bool& open) {
  const ByteTag d;
  const Bytes colon = hn::Set(d, ':');
  std::uint64_t word_bits = 0;
  std::uint64_t colons = 0;
  std::uint64_t angles = 0;
  std::uint64_t dots = 0;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
    const Bytes before = hn::LoadU(d, block + i - 1);
    const Bytes here = hn::LoadU(d, block + i);
    const Bytes after = hn::LoadU(d, block + i + 1);
    const ByteMask inside = hn::Gt(after, hn::Set(d, ' '));
    word_bits |= BitsOf(inside) << i;
    colons |= BitsOf(hn::And(hn::And(hn::Eq(here, colon), hn::Ne(after, colon)), hn::Ne(before, colon))) << i;
    angles |= BitsOf(hn::And(Is(here, '<'), inside)) << i;
    if constexpr (kDots != wanted_dots::none)
      dots |= BitsOf(DotsAt<kDots>(before, here, after, pattern)) << i;
  }
  std::uint64_t sum = 0;
  const bool carried = __builtin_add_overflow(word_bits, angles, &sum);
  open = __builtin_add_overflow(sum, std::uint64_t{open}, &sum) || carried;
  return (colons & (word_bits | sum)) | dots;
}

// Always writes two places, valid or not, to avoid a branch on the number of marks.
HWY_INLINE std::uint32_t* WritePlaces(std::uint64_t bits, std::size_t base, std::uint32_t* out) {
  const auto place = [base](std::uint64_t rest) {
    return static_cast<std::uint32_t>(base + static_cast<std::size_t>(std::countr_zero(rest)));
  };
  const int count = std::popcount(bits);
  out[0] = place(bits);
  bits &= bits - 1;
  out[1] = place(bits);
  if (count > 2) {
    std::uint32_t* next = out + 2;
    for (bits &= bits - 1; bits != 0; bits &= bits - 1) *next++ = place(bits);
  }
  return out + count;
}

template <wanted_dots kDots>
HWY_INLINE std::size_t FindMarksOf(const std::uint8_t* text, std::size_t size, std::size_t from,
                                   std::size_t to, const mark_pattern& pattern, std::uint32_t* out) {
  std::uint32_t* end = out;
  bool open = false;
  for (std::size_t back = 1;
       back <= std::min(from, kAngleReach) && from < size && text[from - back + 1] > ' '; ++back)
    open = open || text[from - back] == '<';
  std::size_t at = from;
  // At both ends of the text, copies a block between zeros, so that no neighbor is read outside of the text.
  const auto copied = [&]() HWY_ATTR {
    alignas(64) std::uint8_t edge[kMarkBehind + kBlock + kMarkAhead] = {};
    const std::size_t behind = std::min(at, kMarkBehind);
    std::memcpy(edge + kMarkBehind - behind, text + at - behind,
                behind + std::min(size - at, kBlock + kMarkAhead));
    std::uint64_t marks = MarksOf<kDots>(edge + kMarkBehind, pattern, open);
    if (to - at < kBlock) marks &= (std::uint64_t{1} << (to - at)) - 1;
    end = WritePlaces(marks, at, end);
  };
  if (at < kMarkBehind && at < to) {
    copied();
    at += kBlock;
  }
  const std::size_t inner_end = std::min(to, size < kMarkAhead ? 0 : size - kMarkAhead);
  for (; at + kBlock <= inner_end; at += kBlock)
    end = WritePlaces(MarksOf<kDots>(text + at, pattern, open), at, end);
  for (; at < to; at += kBlock) copied();
  return static_cast<std::size_t>(end - out);
}

std::size_t FindMarks(const char* text, std::size_t size, std::size_t from, std::size_t to,
                      const mark_pattern& pattern, std::uint32_t* out) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  switch (pattern.dots) {
    case wanted_dots::prefixed:
      return FindMarksOf<wanted_dots::prefixed>(bytes, size, from, to, pattern, out);
    case wanted_dots::joining:
      return FindMarksOf<wanted_dots::joining>(bytes, size, from, to, pattern, out);
    default:
      return FindMarksOf<wanted_dots::none>(bytes, size, from, to, pattern, out);
  }
}

void Classify(const char* block, const byte_sets& sets, byte_maps& maps) {
  const ByteTag d;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(block);
  byte_maps bits;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
    const Bytes here = hn::LoadU(d, bytes + i);
    const Bytes index = RowIndex(here);
    const Bytes high_bits = HighBits(here);
    for (std::size_t set = 0; set < byte_sets::count; ++set)
      bits.in[set] |= BitsOf(InSet(LoadRows(sets.rows[set].data()), index, high_bits)) << i;
    bits.non_ascii |= BitsOf(IsBeyondAscii(here)) << i;
  }
  maps = bits;
}

byte_scanner ByteScanKernels() {
  return {&FindMarks, &Classify};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(ByteScanKernels);

byte_scanner byte_scanner::choose() {
  return URLSIEVE_CHOSEN_BUILD(ByteScanKernels)();
}

}  // namespace urlsieve
#endif
