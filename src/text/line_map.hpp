// Bit maps of a text of many short lines, in one pass: where lines end, where bytes stand that ask for a
// closer look, and what names of hosts are told by. Whoever reads a list of URLs then asks words, not bytes.
//
//   text      h t t p : / / a . b / / . . / c \n
//   feeds     . . . . . . . . . . . . . . . . 1
//   slashes   . . . . . 1 1 . . . 1 1 . . 1 . .
//   asks      . . . . . . . . . . . 1 . . . . .     a "/" before a ".", or a byte outside of the first set
//   dots      . . . . . . . . 1 . . . 1 1 . . .
//   other     . . . . 1 1 1 . 1 . 1 1 1 1 1 . 1     outside of the second set
#ifndef URLSIEVE_TEXT_LINE_MAP_HPP
#define URLSIEVE_TEXT_LINE_MAP_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "src/text/copy_and_classify.hpp"

namespace urlsieve {

class line_map {
 public:
  enum map : std::uint8_t { feeds, asks, other, slashes, dots, dashes, map_count };

  // Line feeds ask for nothing. `terms` has the marks "/", ".", "-". REQUIRES: 64 readable bytes behind the
  // text; what the maps say of them means nothing.
  void draw(const char* text, std::size_t size, const byte_classes& terms);

  // The bits of 64 bytes of the text from 64 * `index` on.
  [[nodiscard]] std::uint64_t word(map of, std::size_t index) const { return words_[of * stride_ + index]; }

  // Those of `window` bytes from `at` on, and perhaps more. REQUIRES: at <= size.
  static constexpr std::size_t window = 57;
  [[nodiscard]] std::uint64_t from(map of, std::size_t at) const {
    std::uint64_t bits;
    std::memcpy(&bits, reinterpret_cast<const char*>(&words_[of * stride_]) + at / 8, sizeof(bits));
    return bits >> at % 8;
  }

  // The first place from `at` on that is set, or where the words end.
  [[nodiscard]] std::size_t next(map of, std::size_t at) const {
    std::size_t index = at / 64;
    if (index >= text_words()) return 64 * index;
    std::uint64_t bits = word(of, index) >> at % 64 << at % 64;
    while (bits == 0) {
      if (++index == text_words()) return 64 * index;
      bits = word(of, index);
    }
    return 64 * index + static_cast<std::size_t>(std::countr_zero(bits));
  }

 private:
  static constexpr std::size_t spare = 2;  // words, so that from() may look behind the text

  [[nodiscard]] std::size_t text_words() const { return stride_ - spare; }

  std::vector<std::uint64_t> words_;  // the maps, one behind the other
  std::size_t stride_ = spare;        // words of each
};

}  // namespace urlsieve

#endif
