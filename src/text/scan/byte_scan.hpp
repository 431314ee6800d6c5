// Finds candidate places of URLs in text and classifies 64 bytes at a time, with vectors. No kernel reads
// outside the given bytes.
#ifndef URLSIEVE_TEXT_SCAN_BYTE_SCAN_HPP
#define URLSIEVE_TEXT_SCAN_BYTE_SCAN_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

// Eight sets of ASCII bytes.
struct alignas(16) byte_sets {
  static constexpr std::size_t count = 8;
  std::array<byte_rows, count> rows{};
};
// The bit maps of 64 bytes: bit i of in[s] is set if byte i is in set s.
struct byte_maps {
  std::array<std::uint64_t, byte_sets::count> in{};
  std::uint64_t non_ascii = 0;  // bit i is set if byte i is beyond ASCII
};

// The dots that find_marks() reports.
enum class wanted_dots : std::uint8_t {
  none,
  prefixed,  // dots directly after "w" or "p", in any case
  joining,   // dots between two bytes of the set `label` or beyond ASCII
};

// The marks in addition to colons; see byte_scanner::find_marks.
struct alignas(16) mark_pattern {
  byte_rows label{};
  wanted_dots dots = wanted_dots::none;
};

// The kernels of one target, chosen when the object is created; cheap to copy.
struct byte_scanner {
  // Writes the places of marks in [from, to) to `out` in ascending order and returns their number. Marks are
  // the requested dots, and single colons that are followed by a byte above the blank, or that end a word
  // with a "<" before them. Words are runs of bytes above the blank. Of a word that begins before `from`,
  // only the last twelve bytes before `from` count. Requires: from <= to <= size < 4 GiB, and `out` has to -
  // from + 4 elements.
  std::size_t (*find_marks)(const char* text, std::size_t size, std::size_t from, std::size_t to,
                            const mark_pattern& pattern, std::uint32_t* out);

  // Sets all maps of the 64 bytes at `block`. Requires: 64 readable bytes.
  void (*classify)(const char* block, const byte_sets& sets, byte_maps& maps);

  // Returns the kernels for this processor (kernel_targets.hpp).
  [[nodiscard]] static byte_scanner choose();
};

}  // namespace urlsieve

#endif
