#include "src/text/hex.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace urlsieve {
namespace hex_test {

TEST(hex, values_are_those_of_the_digits_in_both_cases_and_16_for_all_else) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const std::size_t lower = lower_hex_digits.find(c);
    const std::size_t upper = upper_hex_digits.find(c);
    EXPECT_EQ(hex_value(c), std::min<std::size_t>({lower, upper, 16})) << byte;
  }
}

}  // namespace hex_test
}  // namespace urlsieve
