// Reference implementation of copy_and_classify(), byte by byte.
#ifndef URLSIEVE_TESTS_ORACLE_COPY_AND_CLASSIFY_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_COPY_AND_CLASSIFY_TWIN_HPP

#include <string_view>

#include "src/text/scan/copy_and_classify.hpp"

namespace urlsieve::oracle {

inline class_maps classes_of(std::string_view text, const byte_set& first, const byte_set& second,
                             const std::array<char, 3>& marks) {
  class_maps maps{};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    const char c = text[i];
    if (!first.contains(c)) maps.outside_first[i / 64] |= bit;
    if (!second.contains(c)) maps.outside_second[i / 64] |= bit;
    for (std::size_t mark = 0; mark < marks.size(); ++mark)
      if (c == marks[mark]) maps.marks[mark][i / 64] |= bit;
  }
  return maps;
}

}  // namespace urlsieve::oracle

#endif
