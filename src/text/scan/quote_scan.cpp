// A byte is escaped if an odd run of backslashes precedes it. An addition, which carries through runs,
// separates runs that begin at odd places from the others (Langdale and Lemire, "Parsing gigabytes of JSON
// per second", section 3.1.1). Most blocks have no backslash and skip this step.
#include "src/text/scan/quote_scan.hpp"

#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/scan/quote_scan.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

class QuoteFinder {
 public:
  explicit QuoteFinder(std::uint32_t* out) : begin_(out), next_(out) {}

  HWY_INLINE void Read(const std::uint8_t* block, std::size_t at) {
    const ByteTag d;
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
      const Bytes bytes = hn::LoadU(d, block + i);
      quotes |= BitsOf(hn::Eq(bytes, hn::Set(d, '"'))) << i;
      backslashes |= BitsOf(hn::Eq(bytes, hn::Set(d, '\\'))) << i;
      lowest_ = hn::Min(lowest_, bytes);
      any_ = hn::Or(any_, bytes);
    }
    if ((backslashes | escapes_next_) != 0) return ReadEscaped(quotes, backslashes, at);
    if (quotes == 0) return;
    // Writes more places than quotes, because the number of quotes is unpredictable.
    std::uint32_t* const first = next_;
    next_ += std::popcount(quotes);
    for (std::uint32_t* to = first; to < next_; to += 4) {
      for (std::size_t i = 0; i < 4; ++i, quotes &= quotes - 1) to[i] = Place(quotes, at);
    }
    *first |= behind_;
    behind_ = 0;
  }

  [[nodiscard]] quote_marks Found() const {
    const ByteTag d;
    const std::uint64_t low = BitsOf(hn::Lt(lowest_, hn::Set(d, 0x20)));
    const std::uint64_t high = BitsOf(hn::Gt(any_, hn::Set(d, 0x7F)));
    return {static_cast<std::size_t>(next_ - begin_), low != 0, high != 0};
  }

 private:
  static std::uint32_t Place(std::uint64_t bits, std::size_t at) {
    return static_cast<std::uint32_t>(at + static_cast<std::size_t>(std::countr_zero(bits)));
  }

  void ReadEscaped(std::uint64_t quotes, std::uint64_t backslashes, std::size_t at) {
    constexpr std::uint64_t even = 0x5555555555555555U;
    const std::uint64_t active = backslashes & ~escapes_next_;
    const std::uint64_t behind = active << 1U | escapes_next_;
    const std::uint64_t odd_starts = active & ~even & ~behind;
    const std::uint64_t sum = odd_starts + active;
    escapes_next_ = sum < active ? 1 : 0;
    quotes &= ~((even ^ sum << 1U) & behind);
    for (; quotes != 0; quotes &= quotes - 1) {
      const std::uint64_t before = (quotes & (~quotes + 1)) - 1;
      if ((backslashes & before) != 0) behind_ = quote_behind_backslash;
      backslashes &= ~before;
      *next_++ = Place(quotes, at) | behind_;
      behind_ = 0;
    }
    if (backslashes != 0) behind_ = quote_behind_backslash;
  }

  std::uint32_t* begin_;
  std::uint32_t* next_;
  std::uint64_t escapes_next_ = 0;  // 1 if the first byte of the next block is escaped
  std::uint32_t behind_ = 0;
  Bytes lowest_ = hn::Set(ByteTag(), 0xFF);
  Bytes any_ = hn::Zero(ByteTag());
};

quote_marks FindQuotes(const char* text, std::size_t size, std::uint32_t* out) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  QuoteFinder finder(out);
  std::size_t at = 0;
  for (; at + kBlock <= size; at += kBlock) finder.Read(bytes + at, at);
  if (at < size) {
    alignas(64) std::uint8_t last[kBlock];
    std::memset(last, ' ', kBlock);
    std::memcpy(last, bytes + at, size - at);
    finder.Read(last, at);
  }
  return finder.Found();
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(FindQuotes);

quote_marks find_quotes(const char* text, std::size_t size, std::uint32_t* out) {
  return URLSIEVE_CHOSEN_BUILD(FindQuotes)(text, size, out);
}

}  // namespace urlsieve
#endif
