// find_marks() asks of 64 places at once whether a URL may begin there. What stands beside a place decides,
// so the same bytes are loaded again one and two places on, and one before; each question is one comparison,
// and the answers are ANDed.
//
//   text           s e e   h t t p : / / a . b   N o t e :   n o w
//   here ":"       . . . . . . . . 1 . . . . . . . . . . 1 . . . .
//   next "/"       . . . . . . . . 1 1 . . . . . . . . . . . . . .
//   second "/"     . . . . . . . 1 1 . . . . . . . . . . . . . . .
//   marks          . . . . . . . . 1 . . . . . . . . . . . . . . .
//
// The colon of "Note: " is no mark: a blank follows it, and no "<" stands shortly before.
#include "src/text/byte_scan.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/byte_scan.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/byte_mask-inl.hpp"
#include "src/text/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kBehind = 4;       // bytes before a block that are looked at
constexpr std::size_t kAhead = 2;        // and behind it
constexpr std::size_t kAskedFirst = 12;  // blocks before it is known whether a text is sparse
constexpr std::size_t kAngleReach = 11;  // from "<" to the colon

HWY_INLINE Bytes Lower(Bytes bytes) {
  return hn::Or(bytes, hn::Set(ByteTag(), 0x20));
}
HWY_INLINE ByteMask Is(Bytes bytes, char wanted) {
  return hn::Eq(bytes, hn::Set(ByteTag(), static_cast<std::uint8_t>(wanted)));
}
HWY_INLINE ByteMask IsBeyondAscii(Bytes bytes) {
  return hn::Ne(hn::And(bytes, hn::Set(ByteTag(), 0x80)), hn::Zero(ByteTag()));
}

// Dots that may belong to a name without a scheme. The kind is a template parameter, so that a scan that asks
// for none pays for none.
template <wanted_dots kDots>
HWY_INLINE ByteMask DotsAt(const std::uint8_t* at, Bytes here, Bytes before, Bytes after, Bytes label) {
  const ByteMask dots = Is(here, '.');
  if constexpr (kDots == wanted_dots::prefixed) {
    const Bytes last = Lower(before);
    const Bytes second = Lower(hn::LoadU(ByteTag(), at - 2));
    const ByteMask prefix =
        hn::Or(hn::And(Is(last, 'w'), Is(second, 'w')), hn::And(Is(last, 'p'), Is(second, 't')));
    return hn::AndNot(Is(hn::LoadU(ByteTag(), at - 4), '/'), hn::And(dots, prefix));
  } else {
    const ByteMask left = hn::Or(InSet(label, before), IsBeyondAscii(before));
    const ByteMask right = hn::Or(InSet(label, after), IsBeyondAscii(after));
    return hn::And(dots, hn::And(left, right));
  }
}

// The marks of the 64 bytes at `block`, of which four bytes before and two behind can be read. `angles` has
// the
// "<" of the block before and gets those of this one.
template <wanted_dots kDots>
HWY_INLINE std::uint64_t MarksOf(const std::uint8_t* block, const mark_pattern& pattern,
                                 std::uint64_t& angles) {
  const ByteTag d;
  const Bytes before_rows = LoadRows(pattern.before_colon.data());
  const Bytes after_rows = LoadRows(pattern.not_after_colon.data());
  const Bytes label_rows = LoadRows(pattern.label.data());
  std::uint64_t marks = 0;
  std::uint64_t here_angles = 0;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
    const Bytes here = hn::LoadU(d, block + i);
    const Bytes before = hn::LoadU(d, block + i - 1);
    const Bytes after = hn::LoadU(d, block + i + 1);
    const Bytes second = hn::LoadU(d, block + i + 2);
    const ByteMask slashes = hn::And(Is(after, '/'), Is(second, '/'));
    const ByteMask between = hn::AndNot(InSet(after_rows, after), InSet(before_rows, before));
    ByteMask found = hn::And(Is(here, ':'), hn::Or(slashes, between));
    if constexpr (kDots != wanted_dots::none)
      found = hn::Or(found, DotsAt<kDots>(block + i, here, before, after, label_rows));
    marks |= BitsOf(found) << i;
    here_angles |= BitsOf(Is(here, '<')) << i;
  }
  const std::uint64_t previous = angles;
  angles = here_angles;
  if ((previous | here_angles) != 0) {
    // "<URL:http: //x" and its like: a blank may follow the colon where a "<" stands at most eleven bytes
    // before. So the bits of "<" spread to the eleven places behind each, by doubling: 1 -> 1..2 -> 1..4
    // -> 1..8 -> 1..11. Both blocks lie in one wide word, as the reach of a "<" may begin in the block
    // before.
    __extension__ using wide = unsigned __int128;
    wide reach = ((static_cast<wide>(here_angles) << 64U) | previous) << 1U;
    reach |= reach << 1U;
    reach |= reach << 2U;
    reach |= reach << 4U;
    reach |= reach << (kAngleReach - 8U);
    const std::uint64_t blanks = Bits64([&](std::size_t i) HWY_ATTR {
      const Bytes after = hn::LoadU(d, block + i + 1);
      // HT to CR lie together.
      const ByteMask breaks = hn::Lt(hn::Sub(after, hn::Set(d, 9)), hn::Set(d, 5));
      const ByteMask behind = InSet(before_rows, hn::LoadU(d, block + i - 1));
      return hn::And(hn::And(Is(hn::LoadU(d, block + i), ':'), behind), hn::Or(breaks, Is(after, ' ')));
    });
    marks |= blanks & static_cast<std::uint64_t>(reach >> 64U);
  }
  return marks;
}

// Whether the 64 bytes at `block` hold anything that a mark is made of. Most blocks of prose or code do not.
template <wanted_dots kDots>
HWY_INLINE bool MayHaveMarks(const std::uint8_t* block, std::uint64_t& angles) {
  const ByteTag d;
  ByteMask any = hn::FirstN(d, 0);
  std::uint64_t here_angles = 0;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
    const Bytes here = hn::LoadU(d, block + i);
    any = hn::Or(any, Is(here, ':'));
    if constexpr (kDots == wanted_dots::prefixed) {
      const Bytes last = Lower(hn::LoadU(d, block + i - 1));
      any = hn::Or(any, hn::And(Is(here, '.'), hn::Or(Is(last, 'w'), Is(last, 'p'))));
    }
    here_angles |= BitsOf(Is(here, '<')) << i;
  }
  if (!hn::AllFalse(d, any)) return true;
  angles = here_angles;
  return false;
}

// Two places are written whether they are there or not, so that no branch asks whether a block has a mark.
HWY_INLINE std::uint32_t* WritePlaces(std::uint64_t marks, std::size_t base, std::uint32_t* out) {
  const auto place = [base](std::uint64_t bits) {
    return static_cast<std::uint32_t>(base + static_cast<std::size_t>(std::countr_zero(bits)));
  };
  const int count = std::popcount(marks);
  out[0] = place(marks);
  marks &= marks - 1;
  out[1] = place(marks);
  if (count > 2) {
    std::uint32_t* next = out + 2;
    for (marks &= marks - 1; marks != 0; marks &= marks - 1) *next++ = place(marks);
  }
  return out + count;
}

template <wanted_dots kDots>
HWY_INLINE std::size_t FindMarksOf(const std::uint8_t* text, std::size_t size, std::size_t from,
                                   std::size_t to, const mark_pattern& pattern, std::uint32_t* out) {
  std::uint32_t* next = out;
  std::uint64_t angles = 0;
  for (std::size_t back = 1; back <= std::min(from, kAngleReach); ++back)
    if (text[from - back] == '<') angles |= std::uint64_t{1} << (kBlock - back);
  // Asking first, whether a block has any mark at all, pays where most have none; where more than a third of
  // the first blocks had one it is given up.
  std::size_t asked = 0;
  std::size_t answered = 0;
  alignas(64) std::uint8_t edge[kBehind + kBlock + kAhead];
  for (std::size_t at = from; at < to; at += kBlock) {
    const std::uint8_t* block = text + at;
    // At both ends of the text the block is copied between zeros, so that looking beside it stays inside.
    if (at < kBehind || at + kBlock + kAhead > size) {
      std::memset(edge, 0, sizeof edge);
      const std::size_t behind = std::min(at, kBehind);
      std::memcpy(edge + kBehind - behind, block - behind, behind + std::min(size - at, kBlock + kAhead));
      block = edge + kBehind;
    }
    if constexpr (kDots != wanted_dots::joining) {
      if (asked < kAskedFirst || 3 * answered < asked) {
        ++asked;
        if (!MayHaveMarks<kDots>(block, angles)) continue;
        ++answered;
      }
    }
    std::uint64_t marks = MarksOf<kDots>(block, pattern, angles);
    if (to - at < kBlock) marks &= (std::uint64_t{1} << (to - at)) - 1;
    next = WritePlaces(marks, at, next);
  }
  return static_cast<std::size_t>(next - out);
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
  byte_maps made;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
    const Bytes here = hn::LoadU(d, bytes + i);
    const Bytes index = RowIndex(here);
    const Bytes high_bits = HighBits(here);
    for (std::size_t set = 0; set < byte_sets::count; ++set)
      made.in[set] |= BitsOf(InSet(LoadRows(sets.rows[set].data()), index, high_bits)) << i;
    made.non_ascii |= BitsOf(IsBeyondAscii(here)) << i;
  }
  maps = made;
}

byte_scanner Kernels() {
  return {&FindMarks, &Classify};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(Kernels);

byte_scanner byte_scanner::choose() {
  return URLSIEVE_CHOSEN_BUILD(Kernels)();
}

}  // namespace urlsieve
#endif
