#include "src/text/saturated_sum.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace urlsieve {
namespace saturated_sum_test {

TEST(saturated_sum, stops_at_the_maximum) {
  constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(saturated_sum(1, 2), 3U);
  EXPECT_EQ(saturated_sum(greatest, 0), greatest);
  EXPECT_EQ(saturated_sum(greatest - 1, 1), greatest);
  EXPECT_EQ(saturated_sum(greatest, greatest), greatest);
  EXPECT_EQ(saturated_sum(4, 5, 10), 9U);
  EXPECT_EQ(saturated_sum(4, 6, 10), 10U);
  EXPECT_EQ(saturated_sum(4, greatest, 10), 10U);
}

}  // namespace saturated_sum_test
}  // namespace urlsieve
