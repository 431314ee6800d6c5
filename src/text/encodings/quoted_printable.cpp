// Processes 64 bytes at a time by bit masks for "=", the bytes after "=", and removed bytes. Computes the
// values of all escapes at once and closes the gaps. No branch depends on the number of escapes.
//
//   a = 3 D b = \n c d        text
//   . 1 . . . 1 .  . .        equals
//   . 1 . . . . .  . .        escapes: "=" and two hex digits
//   . . . . . 1 .  . .        soft: "=" and LF
//   . . 1 1 . 1 1  . .        gone; bits beyond bit 63 are carried to the next 64 bytes
//
// Blanks before a line break are removed, too, unless they cross the front of the 64 bytes.
#include "src/text/encodings/quoted_printable.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/encodings/quoted_printable.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/byte_compress-inl.hpp"
#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/byte_scan.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

#ifndef URLSIEVE_TEXT_ENCODINGS_QUOTED_PRINTABLE_STEP
#define URLSIEVE_TEXT_ENCODINGS_QUOTED_PRINTABLE_STEP
namespace urlsieve {
namespace {

// The value of a byte as a hex digit in any case; 16 for other bytes.
inline constexpr std::array<std::uint8_t, 256> quoted_digits = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = 16;
  for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i) values['A' + i] = values['a' + i] = static_cast<std::uint8_t>(10 + i);
  return values;
}();

// Requires: `out` has a byte for each byte of the text.
struct quoted_printable_step {
  const std::uint8_t* text;
  std::size_t size;      // of the text
  std::size_t at = 0;    // offset of the next byte to decode
  std::uint8_t* out;     // end of the output
  bool damaged = false;  // a "=" began neither an escape nor a soft line break

  // Moves `at` back to the first of the blanks before it, if a blank is at `at`. The blanks were already
  // written, but only the end of the run shows whether they stay.
  void reopen_blanks() {
    if (at == 0 || at >= size || !is_blank(text[at])) return;
    for (; at > 0 && is_blank(text[at - 1]); --at) --out;
  }

  // Decodes until a token ends at or after `until`. Requires: until <= size.
  void run(std::size_t until) {
    while (at < until) {
      if (text[at] != '=' && !is_blank(text[at]))
        *out++ = text[at++];
      else if (!escape())
        blanks();
    }
  }

 private:
  static bool is_blank(std::uint8_t byte) { return byte == ' ' || byte == '\t'; }

  bool escape() {
    if (text[at] != '=' || at + 2 >= size) return false;
    const unsigned high = quoted_digits[text[at + 1]];
    const unsigned low = quoted_digits[text[at + 2]];
    if ((high | low) >= 16) return false;
    *out++ = static_cast<std::uint8_t>(high << 4U | low);
    at += 3;
    return true;
  }

  // Handles blanks, or "=" and blanks. Removes them before a line break or the end; a "=" also removes the
  // line break.
  void blanks() {
    const bool soft = text[at] == '=';
    std::size_t next = at + 1;
    while (next < size && is_blank(text[next])) ++next;
    if (next < size && text[next] != '\r' && text[next] != '\n') {
      damaged |= soft;
      while (at < next) *out++ = text[at++];
      return;
    }
    if (soft) {
      while (next < size && text[next] == '\r') ++next;
      if (next < size && text[next] == '\n') ++next;
    }
    at = next;
  }
};

}  // namespace
}  // namespace urlsieve
#endif

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kDigits = 2;   // bytes read after a block: the digits of an escape
constexpr std::size_t kPage = 4096;  // a page: hardware prefetching ends at its end

// Returns 0..15 for hex digits: a letter has bit 6 set, and its low half counts from 1.
HWY_INLINE Bytes DigitValue(Bytes bytes) {
  const ByteTag d;
  const Bytes letter = hn::And(hn::ShiftRight<6>(bytes), hn::Set(d, 1));
  const Bytes nine = hn::Add(hn::ShiftLeft<3>(letter), letter);
  return hn::Add(hn::And(bytes, hn::Set(d, 15)), nine);
}

struct masks {
  std::uint64_t equals = 0;
  std::uint64_t blanks = 0;
  std::uint64_t line_feeds = 0;
  std::uint64_t returns = 0;
};

HWY_INLINE masks MasksOf(const std::uint8_t* block) {
  const ByteTag d;
  masks found;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
    const Bytes here = hn::LoadU(d, block + i);
    found.equals |= BitsOf(Is(here, '=')) << i;
    found.blanks |= BitsOf(hn::Or(Is(here, ' '), Is(here, '\t'))) << i;
    found.line_feeds |= BitsOf(Is(here, '\n')) << i;
    found.returns |= BitsOf(Is(here, '\r')) << i;
  }
  return found;
}

HWY_INLINE std::uint64_t DigitsOf(const std::uint8_t* block) {
  alignas(16) static constexpr byte_rows digits = rows_of(bytes::hexdig);
  const Bytes rows = LoadRows(digits.data());
  return Bits64([&](std::size_t i) HWY_ATTR { return InSet(rows, hn::LoadU(ByteTag(), block + i)); });
}

// Returns the mask of the next bytes: bit i is bit i + 1 of `mask`, and the last bit is `beyond`.
HWY_INLINE std::uint64_t Next(std::uint64_t mask, bool beyond) {
  return mask >> 1U | static_cast<std::uint64_t>(beyond) << 63U;
}

// Returns the blanks in `last` and the blanks directly before them.
HWY_INLINE std::uint64_t RunsBefore(std::uint64_t last, std::uint64_t blanks) {
  std::uint64_t runs = last;
  for (std::uint64_t more = last; more != 0; more = more >> 1U & blanks) runs |= more;
  return runs;
}

HWY_INLINE std::uint8_t* CopyBlock(const std::uint8_t* block, std::uint8_t* out) {
  const ByteTag d;
  for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) hn::StoreU(hn::LoadU(d, block + i), d, out + i);
  return out + kBlock;
}

// Writes the bytes without those in `gone`, with the values of escapes in the places of their "=".
HWY_INLINE std::uint8_t* WriteBlock(const std::uint8_t* block, std::uint64_t escapes, std::uint64_t gone,
                                    std::uint8_t* out) {
  const auto vector_at = [block, escapes](std::size_t i) HWY_ATTR {
    const ByteTag d;
    const Bytes high = DigitValue(hn::LoadU(d, block + i + 1));
    const Bytes low = DigitValue(hn::LoadU(d, block + i + 2));
    const Bytes value = hn::Or(hn::ShiftLeft<4>(high), low);
    const std::uint64_t bits = escapes >> i;
    const ByteMask escaped = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&bits));
    return hn::IfThenElse(escaped, value, hn::LoadU(d, block + i));
  };
  return CompressTo(~gone, vector_at, out);
}

// Prepares the step decoder: skips the carried bytes, or rejoins a run of blanks that was split.
HWY_INLINE void Resume(quoted_printable_step& step, std::uint64_t carried) {
  if (carried == 0)
    step.reopen_blanks();
  else
    step.at += static_cast<std::size_t>(std::popcount(carried));
}

decoded_extent DecodeQuotedPrintable(const char* text, std::size_t size, char* out) {
  auto* const begin = reinterpret_cast<std::uint8_t*>(out);
  quoted_printable_step step{reinterpret_cast<const std::uint8_t*>(text), size, 0, begin};
  std::uint64_t carried = 0;
  while (step.at + kBlock + kDigits <= size) {
    const std::uint8_t* const block = step.text + step.at;
    hwy::Prefetch(step.text + std::min(size, step.at + kPage));
    const masks found = MasksOf(block);
    const std::uint64_t line_feed_next = Next(found.line_feeds, block[kBlock] == '\n');
    const std::uint64_t return_next = Next(found.returns, block[kBlock] == '\r');
    const std::uint64_t trailing = found.blanks & (line_feed_next | return_next);
    if ((found.equals | trailing | carried) == 0) {
      step.out = CopyBlock(block, step.out);
      step.at += kBlock;
      continue;
    }
    const bool last_digit = quoted_digits[block[kBlock + 1]] < 16;
    const std::uint64_t digit_next = Next(DigitsOf(block), quoted_digits[block[kBlock]] < 16);
    const std::uint64_t escapes = found.equals & digit_next & Next(digit_next, last_digit);
    const std::uint64_t soft = found.equals & line_feed_next;
    const std::uint64_t soft_return =
        found.equals & return_next & Next(line_feed_next, block[kBlock + 1] == '\n');
    const std::uint64_t two_more = escapes | soft_return;
    const std::uint64_t one_more = two_more | soft;
    const std::uint64_t ending = RunsBefore(trailing, found.blanks);
    // A run of blanks at the front may be written in part already.
    if (((found.equals & ~one_more) | (ending & 1U)) != 0) {
      const std::size_t until = step.at + kBlock;
      Resume(step, carried);
      carried = 0;
      step.run(until);
      continue;
    }
    const std::uint64_t gone = one_more << 1U | two_more << 2U | soft | soft_return | ending | carried;
    step.out = WriteBlock(block, escapes, gone, step.out);
    step.at += kBlock;
    carried = one_more >> 63U | two_more >> 62U;
  }
  Resume(step, carried);
  step.run(size);
  return {static_cast<std::size_t>(step.out - begin), step.damaged};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(DecodeQuotedPrintable);

decoded_extent decode_quoted_printable(std::string_view text, char* out) {
  return URLSIEVE_CHOSEN_BUILD(DecodeQuotedPrintable)(text.data(), text.size(), out);
}

}  // namespace urlsieve
#endif
