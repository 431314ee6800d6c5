// Copies a short text and classifies its bytes in the same pass. Bit maps mark the bytes outside of two sets,
// and the places of three chosen bytes. Most URLs are in normal form already: a caller copies a URL first,
// and a few operations on the maps show if work is left.
//
//   text             h t t p : / / E x . o r g / a / . . / b
//   outside lower    . . . . 1 1 1 1 . 1 . . . 1 . 1 1 1 1 .
//   mark '/'         . . . . . 1 1 . . . . . . 1 . 1 . . 1 .
//   mark '.'         . . . . . . . . . 1 . . . . . . 1 1 . .
//
// A "/" before a "." (the last map shifted by one, ANDed with the map above) may begin a dot segment.
#ifndef URLSIEVE_TEXT_SCAN_COPY_AND_CLASSIFY_HPP
#define URLSIEVE_TEXT_SCAN_COPY_AND_CLASSIFY_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

// The bytes to search for. Bytes beyond ASCII are outside of both sets.
struct byte_classes {
  alignas(16) byte_rows first{};
  alignas(16) byte_rows second{};
  std::array<char, 3> marks{};
};

// Bit i of a map represents byte i of the text; bits at and after the size are 0.
using text_map = std::array<std::uint64_t, 2>;

struct class_maps {
  text_map outside_first;
  text_map outside_second;
  std::array<text_map, 3> marks;
};

inline constexpr std::size_t class_window = 128;

// Copies the `size` bytes at `text` to `out` and sets `maps`. Reads no byte after the text. Writes
// class_window bytes to `out`; bytes after the text are zero. Requires: size <= class_window, and `out` does
// not overlap `text`.
void copy_and_classify(const char* text, std::size_t size, const byte_classes& terms, char* out,
                       class_maps& maps);

}  // namespace urlsieve

#endif
