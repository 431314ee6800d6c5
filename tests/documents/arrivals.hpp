// Splits an input fed in every way, and expects the same of all of them.
#ifndef URLSIEVE_TESTS_DOCUMENTS_ARRIVALS_HPP
#define URLSIEVE_TESTS_DOCUMENTS_ARRIVALS_HPP

#include <gtest/gtest.h>

#include <string>

#include "tests/documents/feed.hpp"

namespace urlsieve::testing {

template <class Splitter>
fed split_in_every_way(const std::string& input, const input_options& options = {}) {
  Splitter at_once(options);
  const fed whole = feed_whole(at_once, input);
  for (const arrival& how : arrivals()) {
    Splitter again(options);
    const fed result = feed(again, input, how);
    EXPECT_EQ(result.slices, whole.slices) << "pieces of " << how.size;
    EXPECT_EQ(damages(result.counted), damages(whole.counted)) << "pieces of " << how.size;
    EXPECT_EQ(result.counted.damaged, whole.counted.damaged) << "pieces of " << how.size;
  }
  return whole;
}

// The bytes of the slices, joined by "|".
inline std::string bytes_of(const fed& result) {
  std::string all;
  for (const kept_slice& one : result.slices) all += (all.empty() ? "" : "|") + one.bytes;
  return all;
}

}  // namespace urlsieve::testing

#endif
