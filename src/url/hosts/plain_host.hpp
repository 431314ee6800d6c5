// Recognizes hostnames by the bit masks of a URL's first window, without reading their bytes.
#ifndef URLSIEVE_URL_HOSTS_PLAIN_HOST_HPP
#define URLSIEVE_URL_HOSTS_PLAIN_HOST_HPP

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/text/scan/copy_and_classify.hpp"

namespace urlsieve {

// Returns true if the bytes from `first` to `end` are a hostname that cannot be an address. Bits of `outside`
// mark bytes other than lower-case letters and digits; bits from `end` on are ignored. Requires: 0 < `first`
// < `end` < 64.
//
//   text      / / w w w . a - b . o r g /
//   head      . . 1 1 1 1 1 1 1 1 1 1 1 .
//   outside   . . . . . 1 . 1 . 1 . . . .     outside of the second set
//   dots      . . . . . 1 . . . 1 . . . .
//   dashes    . . . . . . . 1 . . . . . .
//
// A host is rejected for: an `outside` byte that is neither dot nor dash; a dot at the front or after another
// `outside` byte ("..", "-."); a dash at the front or after a dot; an `outside` byte at the end. A last label
// that begins with a digit is rejected too, because the host may be an IPv4 address.
[[nodiscard]] inline bool is_plain_host(const char* url, std::size_t first, std::size_t end,
                                        std::uint64_t outside, std::uint64_t dots, std::uint64_t dashes) {
  const std::uint64_t low_bit = 1;
  const std::uint64_t head = (low_bit << end) - (low_bit << first);
  dots &= head;
  dashes &= head;
  outside &= head;
  const std::uint64_t start = low_bit << first;
  // A label begins and ends with a letter or digit.
  const std::uint64_t faults = (outside & ~(dots | dashes)) | (dots & (outside << 1U | start)) |
                               (dashes & (dots << 1U | start)) | (outside & low_bit << (end - 1));
  const std::uint64_t before_last_label = dots | low_bit << (first - 1);
  const auto last_label = static_cast<std::size_t>(64 - std::countl_zero(before_last_label));
  return faults == 0 && static_cast<unsigned char>(url[last_label] - '0') > 9;
}

// Returns the same for the maps of the URL's first window. Requires: the second set of the maps is lower-case
// letters and digits, and marks 1 and 2 are "." and "-".
[[nodiscard]] inline bool is_plain_host(const char* url, std::size_t first, std::size_t end,
                                        const class_maps& maps) {
  return is_plain_host(url, first, end, maps.outside_second[0], maps.marks[1][0], maps.marks[2][0]);
}

}  // namespace urlsieve

#endif
