// Checks that a result does not depend on how the input is delivered (ways.hpp).
#ifndef URLSIEVE_TESTS_SAME_IN_EVERY_WAY_HPP
#define URLSIEVE_TESTS_SAME_IN_EVERY_WAY_HPP

#include <gtest/gtest.h>

#include <span>

#include "tests/ways.hpp"

namespace urlsieve::testing {

// Returns read(at_once), and expects the same result for each way in `others`.
template <class Read>
auto same_in_every_way(const Read& read, std::span<const way> others = ways) {
  const auto whole = read(at_once);
  for (const way& how : others) EXPECT_EQ(read(how), whole) << how;
  return whole;
}

}  // namespace urlsieve::testing

#endif
