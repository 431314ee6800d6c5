// Copies a short text and classifies its bytes in the same pass: bit maps say which lie outside of two sets,
// and where three chosen bytes stand. Most URLs are in normal form already, so whoever rewrites one copies it
// first and reads in the maps, with a few operations on words, whether anything is left to do.
//
//   text             h t t p : / / E x . o r g / a / . . / b
//   outside lower    . . . . 1 1 1 1 . 1 . . . 1 . 1 1 1 1 .
//   mark '/'         . . . . . 1 1 . . . . . . 1 . 1 . . 1 .
//   mark '.'         . . . . . . . . . 1 . . . . . . 1 1 . .
//
// A "/" with a "." behind it (the last map shifted by one, ANDed with the one above) may begin a dot segment.
#ifndef URLSIEVE_TEXT_COPY_AND_CLASSIFY_HPP
#define URLSIEVE_TEXT_COPY_AND_CLASSIFY_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/text/byte_class.hpp"

namespace urlsieve {

// What to look for. Bytes beyond ASCII are outside of both sets.
struct byte_classes {
  alignas(16) byte_rows first{};
  alignas(16) byte_rows second{};
  std::array<char, 3> marks{};
};

// Bit i of a map stands for byte i of the text; bits at and after its size are 0.
using text_map = std::array<std::uint64_t, 2>;

struct class_maps {
  text_map outside_first;
  text_map outside_second;
  std::array<text_map, 3> marks;
};

inline constexpr std::size_t class_window = 128;

// Copies the `size` <= class_window bytes at `text` to `out` and maps them. Reads no byte after the text;
// writes class_window bytes to `out`, of which those after the text are zero. `out` does not overlap
// `text`.
void copy_and_classify(const char* text, std::size_t size, const byte_classes& terms, char* out,
                       class_maps& maps);

}  // namespace urlsieve

#endif
