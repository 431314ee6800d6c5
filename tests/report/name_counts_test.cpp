#include "src/report/name_counts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace name_counts_test {

TEST(name_counts, equal_the_census) {
  shard_census census;
  census.schemes.add("https", 7, 9);
  for (unsigned i = 0; i < 1000; ++i) {
    census.hosts.add("h" + std::to_string(i) + ".example", i + 1, 2 * i);
    census.domains.add("d" + std::to_string(i) + ".example", 2 * i + 1, 2 * i);
  }
  census.suffixes.add("", 3, 3);
  const name_counts counts(census);
  EXPECT_EQ(counts.urls_of(counted_name::scheme, "https"), 7U);
  EXPECT_EQ(counts.urls_of(counted_name::scheme, "http"), 0U);
  EXPECT_EQ(counts.urls_of(counted_name::suffix, ""), 3U);
  EXPECT_EQ(counts.urls_of(counted_name::suffix, "https"), 0U);
  for (unsigned i = 0; i < 1000; ++i) {
    const std::string host = "h" + std::to_string(i) + ".example";
    EXPECT_EQ(counts.urls_of(counted_name::host, host), census.hosts.urls_of(host));
    EXPECT_EQ(counts.urls_of(counted_name::domain, host), 0U);
    EXPECT_EQ(counts.urls_of(counted_name::domain, "d" + std::to_string(i) + ".example"), 2 * i + 1);
  }
  EXPECT_EQ(counts.bytes(), 2002 * 24U);
}

}  // namespace name_counts_test
}  // namespace urlsieve
