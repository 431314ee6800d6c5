#include "src/text/lines/line_map.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/lines/line_map.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

// Draws (size + 63) / 64 words of each map; maps are `stride` words apart.
void DrawLineMap(const char* text, std::size_t size, const byte_classes& terms, std::uint64_t* out,
                 std::size_t stride) {
  const ByteTag d;
  const Bytes first = LoadRows(terms.first.data());
  const Bytes second = LoadRows(terms.second.data());
  const Bytes slash = hn::Set(d, '/');
  const Bytes dot = hn::Set(d, '.');
  const Bytes dash = hn::Set(d, '-');
  const Bytes feed = hn::Set(d, '\n');
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  for (std::size_t at = 0; at < size; at += 64, ++out) {
    std::uint64_t bits[line_map::map_count] = {};
    for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
      const Bytes here = hn::LoadU(d, bytes + at + i);
      const Bytes behind = hn::LoadU(d, bytes + at + i + 1);
      const Bytes index = RowIndex(here);
      const Bytes high = HighBits(here);
      const auto feeds = hn::Eq(here, feed);
      const auto slashes = hn::Eq(here, slash);
      const std::uint64_t before_dot = BitsOf(hn::And(slashes, hn::Eq(behind, dot)));
      bits[line_map::feeds] |= BitsOf(feeds) << i;
      bits[line_map::candidates] |= (BitsOf(hn::Not(hn::Or(InSet(first, index, high), feeds))) | before_dot)
                                    << i;
      bits[line_map::outside_second] |= BitsOf(hn::Not(InSet(second, index, high))) << i;
      bits[line_map::slashes] |= BitsOf(slashes) << i;
      bits[line_map::dots] |= BitsOf(hn::Eq(here, dot)) << i;
      bits[line_map::dashes] |= BitsOf(hn::Eq(here, dash)) << i;
    }
    for (std::size_t map = 0; map < line_map::map_count; ++map) out[map * stride] = bits[map];
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(DrawLineMap);

void line_map::draw(const char* text, std::size_t size, const byte_classes& terms) {
  stride_ = (size + 63) / 64 + spare;
  words_.resize(stride_ * map_count);
  URLSIEVE_CHOSEN_BUILD(DrawLineMap)(text, size, terms, words_.data(), stride_);
}

}  // namespace urlsieve
#endif
