// The maps of a window are made without a branch that depends on the bytes: 64 bytes a step. Sets whose
// members differ in their low halves cost one table look-up each.
#include "src/text/markup_scan.hpp"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/markup_scan.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/byte_mask-inl.hpp"
#include "src/text/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

// One bit for each of the 64 bytes at `block` for which `test` holds.
template <class Test>
HWY_INLINE std::uint64_t BitsWhere(const std::uint8_t* block, const Test& test) {
  return Bits64([&](std::size_t i) HWY_ATTR { return test(hn::LoadU(ByteTag(), block + i)); });
}

HWY_INLINE std::uint64_t BitsEqual(const std::uint8_t* block, char byte) {
  const Bytes wanted = hn::Set(ByteTag(), static_cast<std::uint8_t>(byte));
  return BitsWhere(block, [wanted](Bytes v) HWY_ATTR { return hn::Eq(v, wanted); });
}

// The bytes of a set whose members differ in their low halves: one table look-up gives the only one that
// may stand there. `rows` holds it for each low half, or a byte of another row.
HWY_INLINE std::uint64_t BitsAmong(const std::uint8_t* block, const std::uint8_t* rows) {
  const ByteTag d;
  const Bytes table = hn::LoadDup128(d, rows);
  const Bytes low = hn::Set(d, 0x0F);
  return BitsWhere(block,
                   [=](Bytes v) HWY_ATTR { return hn::Eq(v, hn::TableLookupBytes(table, hn::And(v, low))); });
}

// White space of HTML, "/" and ">".
HWY_INLINE std::uint64_t Delimiters(const std::uint8_t* block) {
  alignas(16) static constexpr std::uint8_t rows[16] = {' ', 0,    0,    0, 0,    0,    0,   0,
                                                        0,   '\t', '\n', 0, '\f', '\r', '>', '/'};
  return BitsAmong(block, rows);
}

HWY_INLINE std::uint64_t StyleMarks(const std::uint8_t* block) {
  alignas(16) static constexpr std::uint8_t rows[16] = {'@', 0, '"', 0, 0,    0, 0, '\'',
                                                        '(', 0, 0,   0, '\\', 0, 0, '/'};
  return BitsAmong(block, rows);
}

HWY_INLINE std::uint64_t Unusual(const std::uint8_t* block, std::uint8_t high_bit) {
  const ByteTag d;
  const Bytes last_control = hn::Set(d, 0x1F);
  const Bytes ampersand = hn::Set(d, '&');
  const Bytes high = hn::Set(d, high_bit);
  const Bytes zero = hn::Zero(d);
  return BitsWhere(block, [=](Bytes v) HWY_ATTR {
    const auto control = hn::Eq(hn::Min(v, last_control), v);
    const auto marked = hn::Or(hn::Eq(v, ampersand), control);
    return hn::Or(marked, hn::Not(hn::Eq(hn::And(v, high), zero)));
  });
}

// The maps of one block; `next` is the byte behind it.
HWY_INLINE void IndexBlock(const std::uint8_t* block, std::uint8_t next, std::uint8_t high_bit,
                           std::size_t word, markup_window& window) {
  const std::uint64_t opening = BitsEqual(block, '<');
  const std::uint64_t closing = BitsEqual(block, '>');
  const std::uint64_t quotes = BitsEqual(block, '"');
  const std::uint64_t apostrophes = BitsEqual(block, '\'');
  const std::uint64_t equals = BitsEqual(block, '=');
  const std::uint64_t slashes = BitsEqual(block, '/');

  const std::uint64_t before_quote = (quotes >> 1U) | (std::uint64_t{next == '"'} << 63U);
  const std::uint64_t before_slash = (slashes >> 1U) | (std::uint64_t{next == '/'} << 63U);
  const std::uint64_t end_tags = opening & before_slash;
  std::uint64_t tags = opening & ~before_slash;
  if (end_tags != 0) {
    // Does every end tag end in ">" before a quote or another "<"? An addition answers for all of them at
    // once: from behind each "</" a carry runs through the plain bytes, to the byte that stops it.
    //
    //   text      < / b > x < / i " >
    //   starts    . 1 . . . . 1 . . .     behind the "<" of end tags
    //   plain     . 1 1 . 1 . 1 1 . .     all but < > " and '
    //   sum       . . . 1 1 . . . 1 .     bits run to the right here, as the lowest stands first
    //   stopped   . . . 1 . . . . 1 .     at ">": a whole tag; at the quote: one to be looked at
    //
    // A carry out of the highest bit means that the last end tag goes on behind the block.
    const std::uint64_t plain = ~(opening | closing | quotes | apostrophes);
    const std::uint64_t starts = end_tags << 1U;
    const std::uint64_t sum = plain + starts;
    const bool left_block = sum < plain || (end_tags >> 63U) != 0;
    const std::uint64_t stopped = sum & ~plain;
    tags |= left_block ? std::uint64_t{1} << (63 - std::countl_zero(end_tags)) : 0;
    if ((stopped & ~closing) != 0) tags |= end_tags;
  }
  window.tags[word] = tags;
  window.quotes[word] = quotes;
  window.stops[word] = closing | apostrophes | (equals & ~before_quote);
  window.delimiters[word] = Delimiters(block);
  window.unusual[word] = Unusual(block, high_bit);
}

std::size_t IndexMarkup(const char* bytes, std::size_t available, bool non_ascii_is_unusual,
                        markup_window& window) {
  const auto* const input = reinterpret_cast<const std::uint8_t*>(bytes);
  const std::size_t size = std::min(available, markup_window::size);
  const std::uint8_t high_bit = non_ascii_is_unusual ? 0x80 : 0;
  std::size_t at = 0;
  for (; at + 64 <= size; at += 64)
    IndexBlock(input + at, at + 64 < available ? input[at + 64] : std::uint8_t{0}, high_bit, at / 64, window);
  std::size_t word = at / 64;
  if (at < size) {
    alignas(64) std::uint8_t last[64] = {};
    std::memcpy(last, input + at, size - at);
    IndexBlock(last, 0, high_bit, word, window);
    const std::uint64_t inside = (std::uint64_t{1} << (size - at)) - 1;
    window.unusual[word] &= inside;
    ++word;
  }
  window.tags[word] = window.quotes[word] = window.stops[word] = 0;
  window.delimiters[word] = window.unusual[word] = 0;
  return size;
}

// The first byte in [from, size) whose bit `test` sets, given a block of 64 bytes and the byte behind it, and
// that `verify` confirms; `size` if there is none.
template <class Test, class Verify>
HWY_INLINE std::size_t FindFirst(const char* bytes, std::size_t size, std::size_t from, const Test& test,
                                 const Verify& verify) {
  const auto* const input = reinterpret_cast<const std::uint8_t*>(bytes);
  alignas(64) std::uint8_t last[64] = {};
  for (std::size_t at = from; at < size; at += 64) {
    const std::uint8_t* block = input + at;
    if (size - at < 64) {
      std::memcpy(last, block, size - at);
      block = last;
    }
    std::uint64_t found = test(block, at + 64 < size ? input[at + 64] : std::uint8_t{0});
    for (; found != 0; found &= found - 1) {
      const std::size_t place = at + static_cast<std::size_t>(std::countr_zero(found));
      if (verify(place)) return place;
    }
  }
  return size;
}

std::size_t FindRawTextMark(const char* bytes, std::size_t size, std::size_t from) {
  const auto test = [](const std::uint8_t* block, std::uint8_t next) HWY_ATTR {
    const std::uint64_t opening = BitsEqual(block, '<');
    if (opening == 0) return opening;
    const std::uint64_t marks = BitsEqual(block, '/') | BitsEqual(block, '!');
    return opening & ((marks >> 1U) | (std::uint64_t{next == '/' || next == '!'} << 63U));
  };
  return FindFirst(bytes, size, from, test, [](std::size_t) { return true; });
}

std::size_t FindCommentEnd(const char* bytes, std::size_t size, std::size_t from) {
  const auto test = [](const std::uint8_t* block, std::uint8_t) HWY_ATTR {
    const std::uint64_t closing = BitsEqual(block, '>');
    if (closing == 0) return closing;
    // What stands before the block is not seen here, so its first byte passes.
    const std::uint64_t before = BitsEqual(block, '-') | BitsEqual(block, '!');
    return closing & ((before << 1U) | 1U);
  };
  const auto verify = [bytes, from](std::size_t place) {
    const std::size_t room = place - from;
    if (room >= 2 && bytes[place - 1] == '-') return bytes[place - 2] == '-';
    return room >= 3 && bytes[place - 1] == '!' && bytes[place - 2] == '-' && bytes[place - 3] == '-';
  };
  return FindFirst(bytes, size, from, test, verify);
}

std::size_t FindStyleMark(const char* bytes, std::size_t size, std::size_t from) {
  const auto test = [](const std::uint8_t* block, std::uint8_t) HWY_ATTR { return StyleMarks(block); };
  return FindFirst(bytes, size, from, test, [](std::size_t) { return true; });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {
namespace {
URLSIEVE_KERNEL_BUILDS(IndexMarkup);
URLSIEVE_KERNEL_BUILDS(FindRawTextMark);
URLSIEVE_KERNEL_BUILDS(FindCommentEnd);
URLSIEVE_KERNEL_BUILDS(FindStyleMark);
}  // namespace

std::size_t index_markup(const char* bytes, std::size_t available, bool non_ascii_is_unusual,
                         markup_window& window) {
  return URLSIEVE_CHOSEN_BUILD(IndexMarkup)(bytes, available, non_ascii_is_unusual, window);
}

std::size_t find_raw_text_mark(const char* bytes, std::size_t size, std::size_t from) {
  return URLSIEVE_CHOSEN_BUILD(FindRawTextMark)(bytes, size, from);
}

std::size_t find_comment_end(const char* bytes, std::size_t size, std::size_t from) {
  return URLSIEVE_CHOSEN_BUILD(FindCommentEnd)(bytes, size, from);
}

std::size_t find_style_mark(const char* bytes, std::size_t size, std::size_t from) {
  return URLSIEVE_CHOSEN_BUILD(FindStyleMark)(bytes, size, from);
}

}  // namespace urlsieve
#endif
