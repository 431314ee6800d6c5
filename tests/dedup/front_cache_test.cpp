#include "src/dedup/front_cache.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "src/text/scan/fingerprint.hpp"
#include "tests/runs/made_up_urls.hpp"

namespace urlsieve {
namespace front_cache_test {

// Expected entries by URL.
struct inserted {
  std::uint64_t count = 0;
  std::uint64_t first_order = ~std::uint64_t{0};
};

std::map<std::string, inserted> through_cache(const std::vector<std::string>& urls, std::size_t batch,
                                              std::uint64_t hash_mask, std::size_t& passed) {
  std::map<std::string, inserted> all;
  front_cache cache;
  arena buffer;
  passed = 0;
  const auto insert = [&](const sighting& seen) {
    inserted& entry = all[std::string(seen.url)];
    entry.count += seen.count;
    entry.first_order = std::min(entry.first_order, seen.order);
    ++passed;
    // Entries passed on later never count as a first sighting.
    EXPECT_NE(entry.first_order, ~std::uint64_t{0});
    EXPECT_EQ(seen.hash, partition_hash(seen.url) & hash_mask);
  };
  for (std::size_t i = 0; i < urls.size(); ++i) {
    if (i % batch == 0) buffer.clear();
    const sighting seen{urls[i], partition_hash(urls[i]) & hash_mask, i};
    if (!cache.absorb(seen, buffer, insert)) insert(seen);
  }
  cache.flush(buffer, insert);
  cache.flush(buffer, [](const sighting&) { FAIL() << "handed on twice"; });
  return all;
}

TEST(front_cache, keeps_every_sighting) {
  for (const std::uint64_t mask : {~std::uint64_t{0}, std::uint64_t{0xFFFFF}, std::uint64_t{0}}) {
    for (const std::size_t kinds : {1U, 30U, 3000U, 40000U}) {
      std::vector<std::string> some = testing::made_up_urls(kinds, kinds);
      for (std::string& url : some) {
        if (url.size() % 7 == 0) url += std::string(url.size() % 80, 'x');
      }
      std::mt19937_64 random(kinds);
      std::vector<std::string> urls;
      for (std::size_t i = 0; i < 60000; ++i)
        urls.push_back(some[std::min(random() % kinds, random() % kinds)]);
      std::map<std::string, inserted> expected;
      for (std::size_t i = 0; i < urls.size(); ++i) {
        inserted& entry = expected[urls[i]];
        ++entry.count;
        entry.first_order = std::min<std::uint64_t>(entry.first_order, i);
      }
      std::size_t passed = 0;
      const auto got = through_cache(urls, 700, mask, passed);
      ASSERT_EQ(got.size(), expected.size());
      for (const auto& [url, entry] : expected) {
        ASSERT_EQ(got.at(url).count, entry.count) << url;
        ASSERT_EQ(got.at(url).first_order, entry.first_order) << url;
      }
      // The cache absorbs most links of a site if hashes differ from bit 20 on.
      if (kinds <= 30 && mask == ~std::uint64_t{0}) {
        EXPECT_LT(passed, urls.size() / 20);
      }
    }
  }
}

TEST(front_cache, keeps_urls_up_to_its_longest_size) {
  for (const std::size_t size : {std::size_t{0}, front_cache::longest_url, front_cache::longest_url + 1}) {
    const std::vector<std::string> urls(1000, std::string(size, 'u'));
    std::size_t passed = 0;
    const auto got = through_cache(urls, 10, ~std::uint64_t{0}, passed);
    EXPECT_EQ(got.at(urls[0]).count, 1000U);
    EXPECT_EQ(passed, size > front_cache::longest_url ? 1000U : 2U);
  }
}

TEST(front_cache, turns_off_without_repetitions) {
  front_cache cache;
  arena buffer;
  std::size_t absorbed = 0;
  const auto nothing = [](const sighting&) { FAIL(); };
  std::string url;
  for (int i = 0; i < 8192; ++i) {
    url = "http://a/" + std::to_string(i);
    absorbed += cache.absorb({url, partition_hash(url), 1}, buffer, nothing) ? 1U : 0U;
  }
  EXPECT_EQ(absorbed, 0U);
  EXPECT_FALSE(cache.absorb({url, partition_hash(url), 1}, buffer, nothing));
  EXPECT_FALSE(cache.absorb({url, partition_hash(url), 1}, buffer, nothing));
  for (int i = 0; i < 200000; ++i) absorbed += cache.absorb({url, partition_hash(url), 1}, buffer, nothing);
  EXPECT_GT(absorbed, 100000U);
}

TEST(front_cache, adds_large_counts) {
  constexpr std::uint64_t large = (std::uint64_t{1} << 32U) + 5;
  front_cache cache;
  arena buffer;
  std::uint64_t total = 0;
  const auto insert = [&](const sighting& seen) { total += seen.count; };
  const std::string url = "http://a.example/";
  std::uint64_t expected = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const std::uint64_t count = i % 3 == 0 ? large : i % 3 == 1 ? 0 : large / 3;
    const sighting seen{url, partition_hash(url), i, {}, {}, count};
    if (!cache.absorb(seen, buffer, insert)) insert(seen);
    expected += count;
  }
  cache.flush(buffer, insert);
  EXPECT_EQ(total, expected);
}

}  // namespace front_cache_test
}  // namespace urlsieve
