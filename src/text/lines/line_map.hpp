// Bit maps of a text with many short lines, drawn in one pass. The maps mark line ends, bytes that need a
// check, and bytes that identify host names, so that readers of URL lists test words instead of bytes.
//
//   text            h t t p : / / a . b / / . . / c \n
//   feeds           . . . . . . . . . . . . . . . . 1
//   slashes         . . . . . 1 1 . . . 1 1 . . 1 . .
//   candidates      . . . . . . . . . . . 1 . . . . .  a "/" before a ".", or a byte outside of the first set
//   dots            . . . . . . . . 1 . . . 1 1 . . .
//   outside_second  . . . . 1 1 1 . 1 . 1 1 1 1 1 . 1  a byte outside of the second set
#ifndef URLSIEVE_TEXT_LINES_LINE_MAP_HPP
#define URLSIEVE_TEXT_LINES_LINE_MAP_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "src/text/scan/copy_and_classify.hpp"

namespace urlsieve {

// Holds the maps of the last text that draw() read, not the text.
class line_map {
 public:
  enum map : std::uint8_t { feeds, candidates, outside_second, slashes, dots, dashes, map_count };

  // Draws the maps of `text`. Line feeds are not marked in `candidates`. Requires: the marks of `terms` are
  // "/", "." and "-", and 64 bytes after the text are readable; their bits are meaningless.
  void draw(const char* text, std::size_t size, const byte_classes& terms);

  // Returns the bits of 64 bytes from offset 64 * `index`. Requires: 64 * index < size.
  [[nodiscard]] std::uint64_t word(map bitmap, std::size_t index) const {
    return words_[bitmap * stride_ + index];
  }

  // Returns the bits of at least `window` bytes from offset `at`. Requires: at <= size.
  static constexpr std::size_t window = 57;
  [[nodiscard]] std::uint64_t from(map bitmap, std::size_t at) const {
    std::uint64_t bits;
    std::memcpy(&bits, reinterpret_cast<const char*>(&words_[bitmap * stride_]) + at / 8, sizeof(bits));
    return bits >> at % 8;
  }

  // Returns the first set place at or after `at`, or the end of the words.
  [[nodiscard]] std::size_t next(map bitmap, std::size_t at) const {
    std::size_t index = at / 64;
    if (index >= text_words()) return 64 * index;
    std::uint64_t bits = word(bitmap, index) >> at % 64 << at % 64;
    while (bits == 0) {
      if (++index == text_words()) return 64 * index;
      bits = word(bitmap, index);
    }
    return 64 * index + static_cast<std::size_t>(std::countr_zero(bits));
  }

 private:
  static constexpr std::size_t spare = 2;  // words after the maps that from() may read

  [[nodiscard]] std::size_t text_words() const { return stride_ - spare; }

  std::vector<std::uint64_t> words_;  // the maps, one after another
  std::size_t stride_ = spare;        // words per map
};

}  // namespace urlsieve

#endif
