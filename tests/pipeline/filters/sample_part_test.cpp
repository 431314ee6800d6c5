#include "src/pipeline/filters/sample_part.hpp"

#include <gtest/gtest.h>

namespace urlsieve {
namespace sample_part_test {

TEST(sample_part, is_a_fraction_or_percent) {
  EXPECT_EQ(sample_part("0.25"), 0.25);
  EXPECT_EQ(sample_part("25%"), 0.25);
  EXPECT_EQ(sample_part("1"), 1.0);
  EXPECT_EQ(sample_part("100%"), 1.0);
  EXPECT_EQ(sample_part("0.5%"), 0.005);
  for (const char* none : {"", "%", "0", "0%", "-1", "1.01", "101%", "x", "0.1x", "nan", "inf", "1e-3", " 1"})
    EXPECT_FALSE(sample_part(none)) << none;
}

}  // namespace sample_part_test
}  // namespace urlsieve
