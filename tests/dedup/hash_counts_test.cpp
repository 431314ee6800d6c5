#include "src/dedup/hash_counts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace urlsieve {
namespace {

TEST(hash_counts, are_the_counts_of_a_map) {
  std::mt19937_64 dice(1);
  hash_counts counts;
  std::map<std::uint64_t, std::uint64_t> wanted;
  EXPECT_EQ(counts.of(7), 0U);
  for (const bool second : {false, true}) {
    for (int i = 0; i < 200'000; ++i) {
      // Sequences, random hashes, and hashes that share their upper half.
      const std::uint64_t hash = i % 3 == 0 ? dice() % 5000 : i % 3 == 1 ? dice() : dice() % 300 << 3U;
      const std::uint64_t count = 1 + dice() % 3;
      counts.add(hash, count);
      wanted[hash] += count;
    }
    ASSERT_EQ(counts.size(), wanted.size());
    for (const auto& [hash, count] : wanted) ASSERT_EQ(counts.of(hash), count);
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t absent = dice();
      if (!wanted.contains(absent)) {
        ASSERT_EQ(counts.of(absent), 0U);
      }
    }
    if (second) continue;
    counts.clear();
    wanted.clear();
    EXPECT_EQ(counts.size(), 0U);
    EXPECT_EQ(counts.of(0), 0U);
  }
}

}  // namespace
}  // namespace urlsieve
