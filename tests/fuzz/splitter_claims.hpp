// Claims about every splitter: slices, counts and damage do not depend on how the input arrives, and slices
// are in order.
#ifndef URLSIEVE_TESTS_FUZZ_SPLITTER_CLAIMS_HPP
#define URLSIEVE_TESTS_FUZZ_SPLITTER_CLAIMS_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "tests/documents/feed.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve::fuzz {

// Limits the input to about 300 pieces, because each piece copies the unconsumed bytes.
inline testing::way in_few_pieces(const testing::way& how, std::size_t size) {
  return how.size == 0 ? how : testing::way{std::max(how.size, size / 300), how.impatient};
}

// Checks that the input in pieces yields the result of the whole input. Returns the result.
template <class Splitter, class... Options>
testing::fed require_same(std::string_view input, const testing::way& how, const Options&... options) {
  Splitter whole(options...);
  Splitter in_pieces(options...);
  testing::fed expected = testing::feed_whole(whole, input);
  require(testing::feed(in_pieces, input, in_few_pieces(how, input.size())) == expected);
  return expected;
}

// Relation of slices to the input: a substring or rewritten.
enum class stand : unsigned char { as_given, rewritten };

inline void require_in_order(const testing::fed& given, std::string_view input,
                             stand bytes = stand::as_given) {
  std::size_t end = 0;
  for (const testing::kept_slice& part : given.slices) {
    const std::size_t begin = part.offset + part.body_offset;
    require(part.offset >= end || part.continues);
    require(begin <= input.size());
    if (bytes == stand::rewritten) continue;
    require(input.substr(begin, part.bytes.size()) == part.bytes);
    end = begin + part.bytes.size();
  }
}

inline input_options documents_up_to(std::size_t bytes) {
  input_options options;
  options.max_document = bytes;
  return options;
}

}  // namespace urlsieve::fuzz

#endif
