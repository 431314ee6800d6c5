// Locates the attributes of a tag, 57 bytes or more at a time, by arithmetic on the bit maps of a window.
//
//   text        < a   c l a s s = " x   y "   i d = " z " >
//   quoted      . . . . . . . . . . 1 1 1 1 . . . . . . 1 1 .
//   deviations  . 1 . . . . . . . . 1 . . . . . . . . . . . .   outside of values: the end of the tag's name
//   equals      . . . . . . . . 1 . . . . . . . . . 1 . . . .
//   closings    . . . . . . . . . . . . . . . . . . . . . . 1
//
// A bit of `deviations` marks a deviation from name="value" (markup_window::deviations), and the end of the
// tag's name. If no other bit of `deviations` is set outside of values, all attributes are written
// name="value" and quotes only enclose values. A byte is then inside a value if the number of quotes before
// the byte is odd. The first ">" outside of values ends the tag, and each "=" outside follows the name of an
// attribute.
#ifndef URLSIEVE_REFERENCES_HTML_TAG_BITS_HPP
#define URLSIEVE_REFERENCES_HTML_TAG_BITS_HPP

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/text/scan/markup_scan.hpp"

namespace urlsieve {

// The part of a tag that one view covers. If neither `ended` nor `opens` is set, the part ends behind the
// closing quote of a value, and the caller reads on behind the part.
struct html_tag_bits {
  bool plain;            // if false, the other members have no meaning
  bool ended;            // the last byte is the ">" of the tag
  bool opens;            // the last byte opens a value that continues
  std::size_t size;      // in bytes
  std::uint64_t equals;  // bits of the "=" after attribute names, counted from the first byte
};

// The longest name of a tag that is read from its "<": a view must also hold the byte after the name.
inline constexpr std::size_t longest_tag_name = markup_window::in_view - 2;

// Reads a tag from offset `at` of the window to its end, or to the end of a view. `name_end` is the bit of
// the last byte of the tag's name if "<" is at `at`; 0 if `at` is between attributes.
[[nodiscard]] inline html_tag_bits read_tag_bits(const markup_window& window, std::size_t at,
                                                 std::uint64_t name_end) {
  const std::uint64_t parity = markup_window::view(window.quoted, at);
  const std::uint64_t outside = ~(parity ^ (0 - (parity & 1U)));
  const std::uint64_t ends = markup_window::view(window.closings, at) & outside;
  const std::uint64_t deviations = markup_window::view(window.deviations, at) & outside;
  const std::uint64_t equals = markup_window::view(window.equals, at) & outside;
  // The name of a tag may contain "=", or end with a quote; this quote deviates, too, but opens no value.
  const std::uint64_t in_name = name_end == 0 ? 0 : name_end - 1;
  const std::uint64_t misread = ((name_end << 1U) & ~outside) | (equals & in_name);
  if (ends != 0) {
    const std::uint64_t before = (ends - 1) & ~ends;
    const auto size = static_cast<std::size_t>(std::countr_zero(ends)) + 1;
    return {(((deviations & before) ^ name_end) | misread) == 0, true, false, size, equals & before};
  }
  const std::uint64_t quotes = markup_window::view(window.quotes, at);
  if (quotes == 0) return {false, false, false, 0, 0};
  const auto last = static_cast<unsigned>(std::bit_width(quotes)) - 1;
  const std::uint64_t upto = ~std::uint64_t{0} >> (63U - last);
  return {(((deviations & upto) ^ name_end) | misread) == 0, false, (outside >> last & 1U) != 0, last + 1,
          equals & upto};
}

}  // namespace urlsieve

#endif
