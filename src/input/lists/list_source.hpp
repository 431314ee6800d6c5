// Reads a list, one entry a line, as UTF-8. Lists written on Windows are often UTF-16.
#ifndef URLSIEVE_INPUT_LISTS_LIST_SOURCE_HPP
#define URLSIEVE_INPUT_LISTS_LIST_SOURCE_HPP

#include <cstdint>
#include <memory>

#include "src/input/byte_source.hpp"

namespace urlsieve {

enum class list_separator : std::uint8_t {
  line_feed,
  line_feed_or_nul,  // UTF-16 and UTF-32 without a byte order mark are then recognized only with a line feed
};

// Returns a source of the bytes of `stored`, converted to UTF-8 if they begin as UTF-16 or UTF-32
// (find_wide_encoding()). UTF-16 behind other lines is converted, too, unless NUL ends entries. The first
// read() examines 4 bytes, or up to 4 KiB if the bytes look wide. Reads from `stored` only as read() is
// called, and delivers a live list as it arrives. Keeps byte order marks in front of lines; the reader of the
// lines removes them.
[[nodiscard]] std::unique_ptr<byte_source> as_list(std::unique_ptr<byte_source> stored,
                                                   list_separator separator = list_separator::line_feed);

}  // namespace urlsieve

#endif
