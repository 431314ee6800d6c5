// Kernels that find "<", quotes and ">" in markup, 64 bytes per step, without knowledge of names and URLs.
//
// The HTML reader works in two stages. index_markup() converts a window of bytes to bit maps, one word per 64
// bytes, without branches that depend on the bytes. The second stage iterates over the bits, so that no load
// waits for the end of the tag before.
#ifndef URLSIEVE_TEXT_SCAN_MARKUP_SCAN_HPP
#define URLSIEVE_TEXT_SCAN_MARKUP_SCAN_HPP

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace urlsieve {

// Bit k of word k/64 represents byte k of the window; bits after the window's bytes are 0.
struct markup_window {
  static constexpr std::size_t size = std::size_t{4} << 10;  // a skipped script wastes half of it
  static constexpr std::size_t words = size / 64 + 1;        // an additional word, always 0, for bits_from()
  using map = std::array<std::uint64_t, words>;

  // Each "<", except in end tags that end in ">" within the window before any quote or "<": such an end tag
  // hides nothing from a search for start tags. (If a quote or "<" interrupts an end tag, all end tags in its
  // block of 64 bytes, or reaching into the block, are marked.)
  alignas(64) map tags;
  alignas(64) map quotes;      // "
  alignas(64) map quoted;      // the number of quotes in the window before this byte is odd
  alignas(64) map equals;      // =
  alignas(64) map closings;    // >
  alignas(64) map stops;       // > ' and each = without " after it
  alignas(64) map delimiters;  // white space of HTML, / >
  // Deviations from name="value" outside of values: a quote without = before it; an = without " after it, or
  // with a delimiter, a quote or = before it; the last byte of a name before a delimiter.
  alignas(64) map deviations;
  alignas(64) map unusual;  // & and the C0 controls; on request also all bytes from 0x80

  // Returns the bits from bit `at` that a single load provides: at least `in_view`, then zeros. Requires: at
  // < size.
  static constexpr std::size_t in_view = 57;
  [[nodiscard]] static std::uint64_t view(const map& bits, std::size_t at) {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(bits.data()) + at / 8, sizeof word);
    return word >> (at % 8);
  }

  // Returns the 64 bits from bit `at`. Requires: at < size.
  [[nodiscard]] static std::uint64_t bits_from(const map& bits, std::size_t at) {
    const std::size_t word = at >> 6U;
    const unsigned shift = at & 63U;
    return (bits[word] >> shift) | ((bits[word + 1] << 1U) << (63U - shift));
  }
};

// Fills `window` from the first markup_window::size of the `available` bytes, or from all of them, and
// returns the number of bytes in the window. Reads nothing after the available bytes.
std::size_t index_markup(const char* bytes, std::size_t available, bool non_ascii_is_unusual,
                         markup_window& window);

// Returns the first "<" in [from, size) before "/" or "!", or `size`.
[[nodiscard]] std::size_t find_raw_text_mark(const char* bytes, std::size_t size, std::size_t from);

// Returns the first ">" in [from, size) that ends a "-->" or "--!>" which begins at or after `from`, or
// `size`.
[[nodiscard]] std::size_t find_comment_end(const char* bytes, std::size_t size, std::size_t from);

// Returns the first of / " ' ( @ \ in [from, size), at which a CSS reader must stop, or `size`.
[[nodiscard]] std::size_t find_style_mark(const char* bytes, std::size_t size, std::size_t from);

// Returns the first "<" in [from, size) before the letters of `name` in any case, or `size`. Does not check
// the bytes after the letters. Requires: `name` is not empty and has only lower-case letters.
[[nodiscard]] std::size_t find_start_tag(const char* bytes, std::size_t size, std::size_t from,
                                         std::string_view name);

}  // namespace urlsieve

#endif
