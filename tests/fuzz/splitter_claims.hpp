// What holds of every splitter: however its input comes, the same slices, counts and damage come of it, and
// they stand in order.
#ifndef URLSIEVE_TESTS_FUZZ_SPLITTER_CLAIMS_HPP
#define URLSIEVE_TESTS_FUZZ_SPLITTER_CLAIMS_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "tests/documents/feed.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve::fuzz {

// Not many more than 300 pieces: each of them is a copy of what was not consumed.
inline testing::way in_few_pieces(const testing::way& how, std::size_t size) {
  return how.size == 0 ? how : testing::way{std::max(how.size, size / 300), how.impatient};
}

// Gives what comes of the whole.
template <class Splitter, class... Options>
testing::fed require_same(std::string_view input, const testing::way& how, const Options&... options) {
  Splitter whole(options...);
  Splitter in_pieces(options...);
  testing::fed expected = testing::feed_whole(whole, input);
  require(testing::feed(in_pieces, input, in_few_pieces(how, input.size())) == expected);
  return expected;
}

// Whether the bytes of slices are those of the input.
enum class stand : unsigned char { as_given, rewritten };

inline void require_in_order(const testing::fed& given, std::string_view input,
                             stand bytes = stand::as_given) {
  std::size_t end = 0;
  for (const testing::kept_slice& one : given.slices) {
    const std::size_t begin = one.offset + one.body_offset;
    require(one.offset >= end || one.continues);
    require(begin <= input.size());
    if (bytes == stand::rewritten) continue;
    require(input.substr(begin, one.bytes.size()) == one.bytes);
    end = begin + one.bytes.size();
  }
}

inline input_options documents_up_to(std::size_t bytes) {
  input_options options;
  options.max_document = bytes;
  return options;
}

}  // namespace urlsieve::fuzz

#endif
