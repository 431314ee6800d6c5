#include "urlsieve/top_counts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace urlsieve {
namespace top_counts_test {

TEST(top_counts, is_exact_while_all_names_fit) {
  top_counts counts(3);
  for (int round = 0; round < 5; ++round)
    for (int name = 0; name <= round; ++name) counts.add("host" + std::to_string(name), 1, 10);
  EXPECT_EQ(counts.lacking(), 0U);
  EXPECT_EQ(counts.names(), 5U);
  const auto top = counts.top(2);
  ASSERT_EQ(top.size(), 2U);
  EXPECT_EQ(top[0].name, "host0");
  EXPECT_EQ(top[0].urls, 5U);
  EXPECT_EQ(top[0].references, 50U);
  EXPECT_EQ(top[1].name, "host1");
  EXPECT_EQ(counts.top(100).size(), 5U);
  EXPECT_EQ(counts.urls_of("host1"), 4U);
  EXPECT_EQ(counts.urls_of("host9"), 0U);
  log_histogram expected;
  for (std::uint64_t urls = 1; urls <= 5; ++urls) expected.add(urls);
  EXPECT_EQ(counts.by_urls(), expected);
}

TEST(top_counts, puts_equal_counts_in_order_of_names) {
  top_counts counts(9);
  for (const char* name : {"c", "a", "b"}) counts.add(name, 2, 2);
  const auto top = counts.top(3);
  EXPECT_EQ(top[0].name + top[1].name + top[2].name, "abc");
}

// For any input: a count is never too high and within its declared error, and every frequent name is present.
TEST(top_counts, keeps_its_bounds_when_names_do_not_fit) {
  constexpr std::size_t kept = 50;
  std::mt19937_64 random(11);
  top_counts all(kept);
  std::map<std::string, std::uint64_t> truth;
  std::uint64_t total = 0;
  for (int part = 0; part < 4; ++part) {
    top_counts counts(kept);
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t rank = random() % 3 == 0 ? random() % 5000 : random() % 20;
      const std::string name = "n" + std::to_string(rank);
      const std::uint64_t urls = 1 + random() % 3;
      counts.add(name, urls, urls);
      truth[name] += urls;
      total += urls;
    }
    all.add(counts);
  }
  EXPECT_GT(all.lacking(), 0U);
  EXPECT_LE(all.lacking(), total / kept);
  EXPECT_LE(all.names(), 2 * kept);
  std::map<std::string, std::uint64_t> reported;
  for (const top_counts::entry& entry : all.top(2 * kept)) {
    reported[entry.name] = entry.urls;
    EXPECT_LE(entry.urls, truth[entry.name]);
    EXPECT_GE(entry.urls + all.lacking(), truth[entry.name]);
  }
  for (const auto& [name, urls] : truth)
    if (urls > all.lacking()) {
      EXPECT_TRUE(reported.contains(name)) << name;
    }
}

}  // namespace top_counts_test
}  // namespace urlsieve
