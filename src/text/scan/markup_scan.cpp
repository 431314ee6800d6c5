// Draws the maps of a window 64 bytes per step, without branches that depend on the bytes. Sets whose members
// differ in their low halves cost one table lookup each. Prefetches the next window, because hardware
// prefetching stops at page ends.
#include "src/text/scan/markup_scan.hpp"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/scan/markup_scan.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

HWY_INLINE std::uint64_t BitsEqual(const std::uint8_t* block, char byte) {
  const Bytes wanted = hn::Set(ByteTag(), static_cast<std::uint8_t>(byte));
  return BitsWhere(block, [wanted](Bytes v) HWY_ATTR { return hn::Eq(v, wanted); });
}

// Finds the members of a set whose low halves are distinct: one table lookup by low half returns the only
// candidate. `rows` holds the candidate, or a byte of another row if there is none.
HWY_INLINE std::uint64_t BitsAmong(const std::uint8_t* block, const std::uint8_t* rows) {
  const ByteTag d;
  const Bytes table = hn::LoadDup128(d, rows);
  const Bytes low = hn::Set(d, 0x0F);
  return BitsWhere(block,
                   [=](Bytes v) HWY_ATTR { return hn::Eq(v, hn::TableLookupBytes(table, hn::And(v, low))); });
}

// HTML white space, "/" and ">".
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

// Sets bit k of the result to the parity of the bits below k, and `of_all` to the parity of all bits.
HWY_INLINE std::uint64_t ParityBefore(std::uint64_t bits, std::uint64_t& of_all) {
#if HWY_TARGET <= HWY_SSE4
  const hn::FixedTag<std::uint64_t, 2> d;
  const std::uint64_t upto = hn::GetLane(hn::CLMulLower(hn::Set(d, bits), hn::Set(d, ~std::uint64_t{0})));
#else
  std::uint64_t upto = bits;
  for (unsigned shift = 1; shift < 64; shift *= 2) upto ^= upto << shift;
#endif
  of_all = upto >> 63U;
  return upto ^ bits;
}

// All delimiters (HTML white space, "/" and ">") are below 64.
constexpr bool IsDelimiter(std::uint8_t byte) {
  constexpr std::uint64_t set = std::uint64_t{1} << ' ' | std::uint64_t{1} << '\t' |
                                std::uint64_t{1} << '\n' | std::uint64_t{1} << '\f' |
                                std::uint64_t{1} << '\r' | std::uint64_t{1} << '/' | std::uint64_t{1} << '>';
  return byte < 64 && (set >> byte & 1U) != 0;
}

// The state passed to the next block, in bit 0 or in all bits.
struct carried {
  std::uint64_t quoted = 0;      // all ones if the number of quotes so far is odd
  std::uint64_t in_end_tag = 0;  // the last end tag continues
  std::uint64_t equals = 0;      // the last byte was "="
  std::uint64_t no_name = 1;     // the last byte was not part of a name
};

// Marks the end tag that continues at byte `from`. No "<" is between.
void MarkEndTag(const std::uint8_t* input, std::size_t from, markup_window& window) {
  do --from;
  while (input[from] != '<');
  window.tags[from / 64] |= std::uint64_t{1} << (from % 64);
}

// Draws the maps of the block at `input + at`, whose bytes are at `block`; `next` is the byte after the
// block.
HWY_INLINE void IndexBlock(const std::uint8_t* input, std::size_t at, const std::uint8_t* block,
                           std::uint8_t next, std::uint8_t high_bit, carried& before, markup_window& window) {
  const std::uint64_t opening = BitsEqual(block, '<');
  const std::uint64_t closing = BitsEqual(block, '>');
  const std::uint64_t quotes = BitsEqual(block, '"');
  const std::uint64_t apostrophes = BitsEqual(block, '\'');
  const std::uint64_t equals = BitsEqual(block, '=');
  const std::uint64_t slashes = BitsEqual(block, '/');
  const std::uint64_t delimiters = Delimiters(block);

  const std::uint64_t before_quote = (quotes >> 1U) | (std::uint64_t{next == '"'} << 63U);
  const std::uint64_t before_slash = (slashes >> 1U) | (std::uint64_t{next == '/'} << 63U);
  const std::uint64_t end_tags = opening & before_slash;
  const std::size_t word = at / 64;
  window.tags[word] = opening & ~before_slash;
  // Tests whether every end tag ends in ">" before a quote or another "<". One addition tests all tags: from
  // each "</", a carry runs through the plain bytes to the byte that stops it.
  //
  //   text      < / b > x < / i " >
  //   starts    . 1 . . . . 1 . . .     after the "<" of end tags
  //   plain     . 1 1 . 1 . 1 1 . .     all but < > " and '
  //   sum       . . . 1 1 . . . 1 .     carries run to the right, because the lowest bit is first
  //   stopped   . . . 1 . . . . 1 .     at ">": a whole tag; at the quote: a tag to check
  //
  // A carry out of the highest bit continues in the next block.
  const std::uint64_t plain = ~(opening | closing | quotes | apostrophes);
  const std::uint64_t sum = plain + ((end_tags << 1U) | before.in_end_tag);
  if ((sum & ~plain & ~closing) != 0) {
    window.tags[word] |= end_tags;
    if (before.in_end_tag != 0) MarkEndTag(input, at, window);
  }
  before.in_end_tag = std::uint64_t{sum < plain} | (end_tags >> 63U);

  std::uint64_t odd_number = 0;
  const std::uint64_t quoted = ParityBefore(quotes, odd_number) ^ before.quoted;
  before.quoted ^= 0 - odd_number;

  const std::uint64_t no_name = delimiters | quotes | equals;
  const std::uint64_t before_delimiter = (delimiters >> 1U) | (std::uint64_t{IsDelimiter(next)} << 63U);
  const std::uint64_t unquoted = equals & ~before_quote;
  window.deviations[word] = (quotes & ~(equals << 1U | before.equals)) | unquoted |
                            (equals & (no_name << 1U | before.no_name)) | (before_delimiter & ~no_name);
  before.equals = equals >> 63U;
  before.no_name = no_name >> 63U;

  window.quotes[word] = quotes;
  window.quoted[word] = quoted;
  window.equals[word] = equals;
  window.closings[word] = closing;
  window.stops[word] = closing | apostrophes | unquoted;
  window.delimiters[word] = delimiters;
  window.unusual[word] = Unusual(block, high_bit);
}

std::size_t IndexMarkup(const char* bytes, std::size_t available, bool non_ascii_is_unusual,
                        markup_window& window) {
  const auto* const input = reinterpret_cast<const std::uint8_t*>(bytes);
  const std::size_t size = std::min(available, markup_window::size);
  const std::uint8_t high_bit = non_ascii_is_unusual ? 0x80 : 0;
  carried before;
  std::size_t at = 0;
  for (; at + 64 <= size; at += 64) {
    hwy::Prefetch(input + std::min(available, at + markup_window::size));  // prefetches the next window
    const std::uint8_t next = at + 64 < available ? input[at + 64] : std::uint8_t{0};
    IndexBlock(input, at, input + at, next, high_bit, before, window);
  }
  std::size_t word = at / 64;
  if (at < size) {
    alignas(64) std::uint8_t last[64] = {};
    std::memcpy(last, input + at, size - at);
    IndexBlock(input, at, last, 0, high_bit, before, window);
    const std::uint64_t inside = (std::uint64_t{1} << (size - at)) - 1;
    window.unusual[word] &= inside;
    window.quoted[word] &= inside;
    ++word;
  }
  if (before.in_end_tag != 0) MarkEndTag(input, size, window);
  for (markup_window::map* const each :
       {&window.tags, &window.quotes, &window.quoted, &window.equals, &window.closings, &window.stops,
        &window.delimiters, &window.deviations, &window.unusual})
    (*each)[word] = 0;
  return size;
}

// Returns the first byte in [from, size) for which `test` sets a bit and `verify` returns true, or `size`.
// `test` takes a block of 64 bytes and the byte after it.
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
    // The byte before the block is unknown, so the first byte always passes.
    const std::uint64_t before = BitsEqual(block, '-') | BitsEqual(block, '!');
    return closing & ((before << 1U) | 1U);
  };
  const auto verify = [bytes, from](std::size_t place) {
    const std::size_t capacity = place - from;
    if (capacity >= 2 && bytes[place - 1] == '-') return bytes[place - 2] == '-';
    return capacity >= 3 && bytes[place - 1] == '!' && bytes[place - 2] == '-' && bytes[place - 3] == '-';
  };
  return FindFirst(bytes, size, from, test, verify);
}

std::size_t FindStyleMark(const char* bytes, std::size_t size, std::size_t from) {
  const auto test = [](const std::uint8_t* block, std::uint8_t) HWY_ATTR { return StyleMarks(block); };
  return FindFirst(bytes, size, from, test, [](std::size_t) { return true; });
}

std::size_t FindStartTag(const char* bytes, std::size_t size, std::size_t from, std::string_view name) {
  const auto* const input = reinterpret_cast<const std::uint8_t*>(bytes);
  const char lower = name.front();
  const char upper = static_cast<char>(lower - 0x20);
  const auto test = [lower, upper](const std::uint8_t* block, std::uint8_t next) HWY_ATTR {
    const std::uint64_t opening = BitsEqual(block, '<');
    if (opening == 0) return opening;
    const std::uint64_t first = BitsEqual(block, lower) | BitsEqual(block, upper);
    const auto behind = static_cast<char>(next);
    return opening & ((first >> 1U) | (std::uint64_t{behind == lower || behind == upper} << 63U));
  };
  const auto verify = [input, size, name](std::size_t place) {
    if (size - place <= name.size()) return false;
    for (std::size_t i = 1; i < name.size(); ++i)
      if ((input[place + 1 + i] | 0x20U) != static_cast<std::uint8_t>(name[i])) return false;
    return true;
  };
  return FindFirst(bytes, size, from, test, verify);
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
URLSIEVE_KERNEL_BUILDS(FindStartTag);
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

std::size_t find_start_tag(const char* bytes, std::size_t size, std::size_t from, std::string_view name) {
  return URLSIEVE_CHOSEN_BUILD(FindStartTag)(bytes, size, from, name);
}

}  // namespace urlsieve
#endif
