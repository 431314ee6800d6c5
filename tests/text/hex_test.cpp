#include "src/text/hex.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace urlsieve {
namespace hex_test {

TEST(hex, value_of_each_byte_is_a_digit_or_16) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const std::size_t lower = lower_hex_digits.find(c);
    const std::size_t upper = upper_hex_digits.find(c);
    EXPECT_EQ(hex_value(c), std::min<std::size_t>({lower, upper, 16})) << byte;
  }
}

}  // namespace hex_test
}  // namespace urlsieve
