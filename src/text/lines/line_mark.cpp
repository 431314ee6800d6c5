// Compares line feeds and the first byte of the mark, 64 places per step, or 256 places while nothing
// matches. At a match, compares the rest of the mark. A line with the same first byte costs one comparison;
// other lines cost nothing.
#include "src/text/lines/line_mark.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/lines/line_mark.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kStride = 4 * kBlock;

// The bytes to find after a line feed: the first byte of the mark, and a byte that is only noted.
struct Wanted {
  Bytes feed;
  Bytes first;
  Bytes noted;
};

// Returns the bytes at `text` that are line feeds before the first byte of the mark.
template <bool Notes>
HWY_INLINE ByteMask Candidates(const char* text, const Wanted& wanted, ByteMask& noted_lines) {
  const ByteTag d;
  const auto* const here = reinterpret_cast<const std::uint8_t*>(text);
  const auto feeds = hn::Eq(hn::LoadU(d, here), wanted.feed);
  const auto next = hn::LoadU(d, here + 1);
  if constexpr (Notes) noted_lines = hn::Or(noted_lines, hn::And(feeds, hn::Eq(next, wanted.noted)));
  return hn::And(feeds, hn::Eq(next, wanted.first));
}

// Returns true if any of kStride bytes is a candidate.
template <bool Notes>
HWY_INLINE bool AnyOf(const char* text, const Wanted& wanted, ByteMask& noted_lines) {
  const ByteTag d;
  auto any = Candidates<Notes>(text, wanted, noted_lines);
  for (std::size_t i = hn::Lanes(d); i < kStride; i += hn::Lanes(d))
    any = hn::Or(any, Candidates<Notes>(text + i, wanted, noted_lines));
  return !hn::AllFalse(d, any);
}

// Returns the first place after a line feed in kBlock bytes from `at` that begins with the mark, or 0.
template <bool Notes>
HWY_INLINE std::size_t FindInBlock(const char* text, std::size_t at, const char* mark, std::size_t mark_size,
                                   const Wanted& wanted, ByteMask& noted_lines) {
  const ByteTag d;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
    found |= BitsOf(Candidates<Notes>(text + at + i, wanted, noted_lines)) << i;
  }
  for (; found != 0; found &= found - 1) {
    const std::size_t place = at + static_cast<std::size_t>(std::countr_zero(found)) + 1;
    if (std::memcmp(text + place, mark, mark_size) == 0) return place;
  }
  return 0;
}

// Searches from the line feeds at or after `at`. Returns the place after a line feed, or `size`.
template <bool Notes>
HWY_INLINE std::size_t Find(const char* text, std::size_t size, std::size_t at, const char* mark,
                            std::size_t mark_size, char noted, bool& is_noted) {
  const ByteTag d;
  const Wanted wanted{hn::Set(d, std::uint8_t{'\n'}), hn::Set(d, static_cast<std::uint8_t>(mark[0])),
                      hn::Set(d, static_cast<std::uint8_t>(noted))};
  auto noted_lines = hn::FirstN(d, 0);
  std::size_t place = 0;
  if (at + kStride + mark_size <= size) {
    // Aligns every second load; the bytes read twice contain no mark.
    place = FindInBlock<Notes>(text, at, mark, mark_size, wanted, noted_lines);
    at += kBlock - reinterpret_cast<std::uintptr_t>(text + at) % kBlock;
  }
  while (place == 0 && at + kBlock + mark_size <= size) {
    const std::size_t stride = at + kStride + mark_size <= size ? kStride : kBlock;
    if (stride == kStride && !AnyOf<Notes>(text + at, wanted, noted_lines)) {
      at += kStride;
      continue;
    }
    for (const std::size_t end = at + stride; place == 0 && at < end; at += kBlock)
      place = FindInBlock<Notes>(text, at, mark, mark_size, wanted, noted_lines);
  }
  if constexpr (Notes) is_noted = is_noted || !hn::AllFalse(d, noted_lines);
  if (place != 0) return place;
  while (at + 1 < size) {
    const auto* const next = static_cast<const char*>(std::memchr(text + at, '\n', size - 1 - at));
    if (next == nullptr) break;
    at = static_cast<std::size_t>(next - text) + 1;
    if constexpr (Notes) is_noted = is_noted || text[at] == noted;
    if (mark_size <= size - at && std::memcmp(text + at, mark, mark_size) == 0) return at;
  }
  return size;
}

std::size_t FindLineMark(const char* text, std::size_t size, std::size_t at, const char* mark,
                         std::size_t mark_size) {
  bool is_noted = false;
  return Find<false>(text, size, at, mark, mark_size, '\n', is_noted);
}

std::size_t FindLineMarkAndNote(const char* text, std::size_t size, std::size_t at, const char* mark,
                                std::size_t mark_size, char noted, bool& is_noted) {
  return Find<true>(text, size, at, mark, mark_size, noted, is_noted);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(FindLineMark);
URLSIEVE_KERNEL_BUILDS(FindLineMarkAndNote);

std::size_t find_line_mark(std::string_view text, std::size_t from, std::string_view mark) {
  const std::size_t feed = from == 0 ? 0 : from - 1;
  const std::size_t place =
      URLSIEVE_CHOSEN_BUILD(FindLineMark)(text.data(), text.size(), feed, mark.data(), mark.size());
  return place == text.size() ? std::string_view::npos : place;
}

std::size_t find_line_mark(std::string_view text, std::size_t from, std::string_view mark, char noted,
                           bool& is_noted) {
  const std::size_t feed = from == 0 ? 0 : from - 1;
  const std::size_t place = URLSIEVE_CHOSEN_BUILD(FindLineMarkAndNote)(
      text.data(), text.size(), feed, mark.data(), mark.size(), noted, is_noted);
  return place == text.size() ? std::string_view::npos : place;
}

}  // namespace urlsieve
#endif
