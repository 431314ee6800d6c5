#include "src/pipeline/filters/date_range.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace urlsieve {
namespace date_range_test {

struct row {
  std::string_view range;
  std::string_view date;
  bool is_covered;
};

TEST(date_range, covers_the_periods_of_its_bounds_and_all_between) {
  constexpr row rows[] = {
      {"2024-01..2024-03", "2023-12-31T23:59:59Z", false},
      {"2024-01..2024-03", "2024-01-01T00:00:00Z", true},
      {"2024-01..2024-03", "2024-03-31T23:59:59.999Z", true},
      {"2024-01..2024-03", "2024-04-01T00:00:00Z", false},
      {"2024..", "2023-12-31T23:59:59Z", false},
      {"2024..", "2031-01-01T00:00:00Z", true},
      {"..20240229", "2024-02-29T23:59:59Z", true},
      {"..20240229", "2024-03-01T00:00:00Z", false},
      {"2024-02-29", "2024-02-29T12:00:00Z", true},
      {"2024-02-29", "2024-02-28T23:59:59Z", false},
      {"2024", "2024-12-31T23:59:59Z", true},
      {"20240229120000..20240229120001", "2024-02-29T12:00:01Z", true},
      {"20240229120000..20240229120001", "2024-02-29T12:00:02Z", false},
      {"2024-02-29T12..2024-02-29T12:30Z", "2024-02-29T12:30:59Z", true},
      {"2024-02-29T12..2024-02-29T12:30Z", "2024-02-29T12:31:00Z", false},
      {"2024-01..202402", "2024-02-01T00:00:00Z", true},
      // A date with lower precision than a bound matches if its period overlaps the range.
      {"2024-03..", "2024", true},
      {"2024-03..", "2023", false},
      {"..2024-03", "2024", true},
  };
  for (const row& each : rows) {
    const auto range = date_range::of(each.range);
    ASSERT_TRUE(range) << each.range;
    EXPECT_EQ(range->covers(each.date), each.is_covered) << each.range << " " << each.date;
  }
}

TEST(date_range, refuses_other_texts) {
  for (const std::string_view bad : {"",
                                     "..",
                                     "2024-",
                                     "24",
                                     "2024-1",
                                     "2024-13",
                                     "2024-02-30",
                                     "20240230",
                                     "202",
                                     "2024-01..2023-12",
                                     "2024-01..2024-02..2024-03",
                                     "2024-01-01T25",
                                     "2024-01-01 12:00",
                                     "january",
                                     "2024 ..",
                                     "2024-01-01T",
                                     "202402291200000",
                                     "2024-01-01T00:00:00.5Z",
                                     "2024-01-01T00:00:00ZZ",
                                     "2024-01...2024-02"})
    EXPECT_FALSE(date_range::of(bad)) << bad;
}

}  // namespace date_range_test
}  // namespace urlsieve
