#include "src/url/normalize/normalize.hpp"

#include <gtest/gtest.h>

#include "tests/url/case_table.hpp"
#include "tests/url/one_url.hpp"

namespace urlsieve {
namespace normalize_test {

url_options to(rung ladder) {
  url_options options;
  options.ladder = ladder;
  options.keep_fragment = true;
  options.drop_schemes.clear();
  return options;
}

TEST(normalize, the_table_of_rungs) {
  const auto rows = testing::read_table("normalization.tsv");
  ASSERT_GT(rows.size(), 80U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 4U) << row[0];
    const std::string syntax = row[1] == "=" ? row[0] : row[1];
    const std::string scheme = row[2] == "=" ? syntax : row[2];
    EXPECT_EQ(testing::normalized(row[0], to(rung::syntax)), syntax) << row[0] << ": " << row[3];
    EXPECT_EQ(testing::normalized(row[0], to(rung::scheme)), scheme) << row[0] << ": " << row[3];
  }
}

TEST(normalize, is_idempotent_and_monotone_over_the_table) {
  for (const auto& row : testing::read_table("normalization.tsv")) {
    for (const rung ladder : {rung::string, rung::syntax, rung::scheme}) {
      const std::string once = testing::normalized(row[0], to(ladder));
      if (once.starts_with("!")) continue;
      EXPECT_EQ(testing::normalized(once, to(ladder)), once) << row[0];
      EXPECT_EQ(testing::normalized(once, to(rung::scheme)), testing::normalized(row[0], to(rung::scheme)))
          << row[0];
    }
  }
}

TEST(normalize, the_drafts_unreserved_set_is_smaller) {
  url_options options = to(rung::syntax);
  options.unreserved = unreserved_set::draft;
  EXPECT_EQ(testing::normalized("http://a/%2e%2E/%2d%41%5f%7e%39", options), "http://a/%2E%2E/%2DA_~9");
}

TEST(normalize, the_string_rung_changes_nothing) {
  for (const char* const url : {"HTTP://A:80/../%7e?#", "http://a", "x:a/../b", "http://A:/"})
    EXPECT_EQ(testing::normalized(url, to(rung::string)), url);
}

TEST(normalize, the_fragment_is_dropped_unless_kept) {
  url_options options = to(rung::scheme);
  options.keep_fragment = false;
  EXPECT_EQ(testing::normalized("http://a/#b", options), "http://a/");
  EXPECT_EQ(testing::normalized("http://a/#", options), "http://a/");
  EXPECT_EQ(testing::normalized("http://a/?#", options), "http://a/?");
}

}  // namespace normalize_test
}  // namespace urlsieve
