#include "src/dedup/fingerprint_counts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>

namespace urlsieve {
namespace {

TEST(fingerprint_counts, are_the_counts_of_a_map) {
  std::mt19937_64 dice(1);
  fingerprint_counts counts;
  std::map<std::string, std::uint64_t> expected;
  EXPECT_EQ(counts.count_of(fingerprint_of("a", 1)), 0U);
  for (int i = 0; i < 300'000; ++i) {
    const std::string name = std::to_string(i % 3 == 0 ? dice() % 5000 : dice());
    const std::uint64_t count = 1 + dice() % 3;
    counts.add(fingerprint_of(name, 7), count);
    expected[name] += count;
  }
  EXPECT_EQ(counts.size(), expected.size());
  for (const auto& [name, count] : expected) ASSERT_EQ(counts.count_of(fingerprint_of(name, 7)), count);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(counts.count_of(fingerprint_of("absent " + std::to_string(i), 7)), 0U);
}

// Equal halves do not make equal fingerprints.
TEST(fingerprint_counts, compare_both_halves) {
  fingerprint_counts counts;
  for (std::uint64_t half = 1; half < 300; ++half) {
    counts.add({half, 5}, half);
    counts.add({5, half}, half + 1000);
  }
  EXPECT_EQ(counts.count_of({7, 5}), 7U);
  EXPECT_EQ(counts.count_of({5, 7}), 1007U);
  EXPECT_EQ(counts.count_of({5, 5}), 5U + 1005U);
  EXPECT_EQ(counts.count_of({300, 5}), 0U);
}

}  // namespace
}  // namespace urlsieve
