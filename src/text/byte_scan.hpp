// Finding places in bytes and classifying 64 bytes at a time, on whatever vectors the machine has.
//
// No kernel reads outside the bytes it is given.
#ifndef URLSIEVE_TEXT_BYTE_SCAN_HPP
#define URLSIEVE_TEXT_BYTE_SCAN_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/text/byte_class.hpp"

namespace urlsieve {

// Eight sets of ASCII bytes, and the bit maps of 64 bytes: bit i of in[s] says that byte i is in set s.
struct alignas(16) byte_sets {
  static constexpr std::size_t count = 8;
  std::array<byte_rows, count> rows{};
};
struct byte_maps {
  std::array<std::uint64_t, byte_sets::count> in{};
  std::uint64_t non_ascii = 0;
};

// Which dots are asked for.
enum class wanted_dots : std::uint8_t {
  none,
  prefixed,  // those right behind "w" or "p", in any case
  joining,   // those between two bytes of the set `label` or beyond ASCII
};

// What is a mark besides colons; see byte_scanner::find_marks.
struct alignas(16) mark_pattern {
  byte_rows label{};
  wanted_dots dots = wanted_dots::none;
};

// The kernels of one target; cheap to copy. They are chosen when it is made.
struct byte_scanner {
  // Writes to `out` the places in [from, to) of colons with no colon beside them that a byte above the blank
  // follows, or that end a word with a "<" before them in it (words are runs of bytes above the blank; of one
  // that begins before `from` its last twelve bytes there count); and of the dots wanted. Ascending. Returns
  // their number; `out` has room for to - from + 4. REQUIRES: from <= to <= size < 4 GiB.
  std::size_t (*find_marks)(const char* text, std::size_t size, std::size_t from, std::size_t to,
                            const mark_pattern& pattern, std::uint32_t* out);

  // The maps of the 64 bytes at `block`.
  void (*classify)(const char* block, const byte_sets& sets, byte_maps& maps);

  [[nodiscard]] static byte_scanner choose();
};

}  // namespace urlsieve

#endif
