// A line feed and the first byte of the mark are compared, 64 places a step; where both are right, the rest
// of the mark is compared, too. So lines that begin with the same byte cost a comparison each, and all others
// nothing.
#include "src/text/line_mark.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/line_mark.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<std::uint8_t, 64>;

constexpr std::size_t kStep = 64;

// From the line feeds at or after `at` on; the place returned is behind one. `size` if there is none.
std::size_t FindLineMark(const char* text, std::size_t size, std::size_t at, const char* mark,
                         std::size_t mark_size) {
  const Tag d;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  const auto feed = hn::Set(d, std::uint8_t{'\n'});
  const auto first = hn::Set(d, static_cast<std::uint8_t>(mark[0]));
  for (; at + kStep + mark_size <= size; at += kStep) {
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < kStep; i += hn::Lanes(d)) {
      const std::uint8_t* const here = bytes + at + i;
      const auto feeds = hn::Eq(hn::LoadU(d, here), feed);
      const auto begins = hn::Eq(hn::LoadU(d, here + 1), first);
      std::uint64_t part = 0;
      hn::StoreMaskBits(d, hn::And(feeds, begins), reinterpret_cast<std::uint8_t*>(&part));
      found |= part << i;
    }
    for (; found != 0; found &= found - 1) {
      const std::size_t place = at + static_cast<std::size_t>(std::countr_zero(found)) + 1;
      if (std::memcmp(text + place, mark, mark_size) == 0) return place;
    }
  }
  while (at + mark_size < size) {
    const auto* const next = static_cast<const char*>(std::memchr(text + at, '\n', size - mark_size - at));
    if (next == nullptr) break;
    at = static_cast<std::size_t>(next - text) + 1;
    if (std::memcmp(text + at, mark, mark_size) == 0) return at;
  }
  return size;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(FindLineMark);

std::size_t find_line_mark(std::string_view text, std::size_t from, std::string_view mark) {
  const std::size_t feed = from == 0 ? 0 : from - 1;
  const std::size_t place =
      URLSIEVE_CHOSEN_BUILD(FindLineMark)(text.data(), text.size(), feed, mark.data(), mark.size());
  return place == text.size() ? std::string_view::npos : place;
}

}  // namespace urlsieve
#endif
