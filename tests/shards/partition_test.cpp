#include "src/shards/partition.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace urlsieve {
namespace {

// The published function, on wider numbers: floor(upper half * shards / 2^32).
TEST(partition, is_the_multiply_shift_that_is_published) {
  for (const std::uint64_t hash :
       {std::uint64_t{0}, std::uint64_t{1} << 32U, std::uint64_t{0x7FFFFFFFFFFFFFFF}, std::uint64_t{1} << 63U,
        ~std::uint64_t{0}}) {
    for (const std::uint32_t shards : {1U, 2U, 3U, 16U, 1000U, max_shards}) {
      const auto exact = static_cast<long double>(hash >> 32U) * shards / 4294967296.0L;
      EXPECT_EQ(shard_of(hash, shards), static_cast<std::uint32_t>(exact)) << hash << " of " << shards;
    }
  }
}

// These must never change: shards of different versions would no longer fit together.
TEST(partition, of_some_urls_stays_what_it_is) {
  EXPECT_EQ(shard_of(partition_hash(""), 16), 2U);
  EXPECT_EQ(partition_hash("http://example.com/"), 0xB97A010E03AF1E2BU);
  EXPECT_EQ(shard_of(partition_hash("http://example.com/"), 16), 11U);
  EXPECT_EQ(shard_of(partition_hash("https://www.w3.org/pub/WWW/"), 1000), 868U);
}

TEST(partition, spreads_urls_evenly_over_any_number_of_shards) {
  constexpr std::uint32_t each = 2000;
  for (const std::uint32_t shards : {1U, 2U, 7U, 16U, 61U}) {
    std::vector<std::uint32_t> counts(shards);
    for (std::uint32_t i = 0; i < shards * each; ++i)
      ++counts[shard_of(partition_hash("https://example.org/page/" + std::to_string(i)), shards)];
    for (const std::uint32_t count : counts) {
      EXPECT_GT(count, each * 9 / 10 - 1);
      EXPECT_LT(count, each * 11 / 10 + 1);
    }
  }
}

}  // namespace
}  // namespace urlsieve
