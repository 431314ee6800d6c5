// One harness for "however the bytes come, the same is made of them".
#ifndef URLSIEVE_TESTS_SAME_IN_EVERY_WAY_HPP
#define URLSIEVE_TESTS_SAME_IN_EVERY_WAY_HPP

#include <gtest/gtest.h>

#include <span>

#include "tests/ways.hpp"

namespace urlsieve::testing {

// Gives what read(at_once) gives, and expects the same of read() for every other way, or for some.
template <class Read>
auto same_in_every_way(const Read& read, std::span<const way> others = ways) {
  const auto whole = read(at_once);
  for (const way& how : others) EXPECT_EQ(read(how), whole) << how;
  return whole;
}

}  // namespace urlsieve::testing

#endif
