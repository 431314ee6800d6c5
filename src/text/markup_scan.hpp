// Kernels for markup: where "<", quotes and ">" are, 64 bytes a step. They know no names and no URLs.
//
// The reader of HTML works in two stages. index_markup() turns a window of bytes into bit maps, one word for
// 64 bytes, without a branch that depends on what the bytes are; the second stage walks from bit to bit, so
// that no load waits for the end of the tag before it.
#ifndef URLSIEVE_TEXT_MARKUP_SCAN_HPP
#define URLSIEVE_TEXT_MARKUP_SCAN_HPP

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace urlsieve {

// Bit k of word k/64 stands for byte k of the window; bits behind the window's bytes are 0.
struct markup_window {
  static constexpr std::size_t size = std::size_t{4} << 10;  // what a skipped script wastes is half of it
  static constexpr std::size_t words =
      size / 64 + 1;  // one more, always 0, so that bits_from() may look at it
  using map = std::array<std::uint64_t, words>;

  // "<", but not that of an end tag that ends in ">" within the window, before any quote or "<": it hides
  // nothing, so nobody who looks for start tags must stop at it. (Where an end tag is stopped by a quote or
  // "<", all end tags that lie in that block of 64 or reach into it are marked.)
  alignas(64) map tags;
  alignas(64) map quotes;      // "
  alignas(64) map quoted;      // of the quotes before this byte, the number is odd
  alignas(64) map equals;      // =
  alignas(64) map closings;    // >
  alignas(64) map stops;       // > ' and each = that no " follows
  alignas(64) map delimiters;  // white space of HTML, / >
  // What name="value" has none of outside of values: a quote that no = is before; an = that no " follows, or
  // that a delimiter, a quote or another = is before; and the last byte of a name that a delimiter follows.
  alignas(64) map odd;
  alignas(64) map unusual;  // & and the C0 controls; on request every byte from 0x80 on

  // As many bits from bit `at` (< size) on as one load gives: at least `in_view`; behind them zeros.
  static constexpr std::size_t in_view = 57;
  [[nodiscard]] static std::uint64_t view(const map& bits, std::size_t at) {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(bits.data()) + at / 8, sizeof word);
    return word >> (at % 8);
  }

  // The 64 bits from bit `at` (< size) on.
  [[nodiscard]] static std::uint64_t bits_from(const map& bits, std::size_t at) {
    const std::size_t word = at >> 6U;
    const unsigned shift = at & 63U;
    return (bits[word] >> shift) | ((bits[word + 1] << 1U) << (63U - shift));
  }
};

// Fills `window` from the first markup_window::size of the `available` bytes, or all of them. Reads nothing
// behind them. Returns how many bytes the window holds.
std::size_t index_markup(const char* bytes, std::size_t available, bool non_ascii_is_unusual,
                         markup_window& window);

// The first "<" in [from, size) that "/" or "!" follows, or `size`.
[[nodiscard]] std::size_t find_raw_text_mark(const char* bytes, std::size_t size, std::size_t from);

// The first ">" in [from, size) that ends "-->" or "--!>" begun at or after `from`, or `size`.
[[nodiscard]] std::size_t find_comment_end(const char* bytes, std::size_t size, std::size_t from);

// The first of / " ' ( @ \ in [from, size), or `size`: what a reader of CSS must stop at.
[[nodiscard]] std::size_t find_style_mark(const char* bytes, std::size_t size, std::size_t from);

// The first "<" in [from, size) that the letters of `name` follow in either case, whatever comes behind them,
// or `size`. REQUIRES: `name` is small letters, and not empty.
[[nodiscard]] std::size_t find_start_tag(const char* bytes, std::size_t size, std::size_t from,
                                         std::string_view name);

}  // namespace urlsieve

#endif
