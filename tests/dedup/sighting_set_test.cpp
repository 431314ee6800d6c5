#include "src/dedup/sighting_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/text/scan/fingerprint.hpp"
#include "tests/runs/made_up_urls.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace sighting_set_test {

// Hash functions: the published function, and functions with many collisions.
enum class hashing { published, one_value, three_values, lower_half_only };

std::uint64_t hash_of(const std::string& url, hashing how) {
  switch (how) {
    case hashing::published:
      return partition_hash(url);
    case hashing::one_value:
      return 0xFFFFFFFFFFFFFFFFU;
    case hashing::three_values:
      return url.size() % 3 * 0x12345678U;
    case hashing::lower_half_only:
      return partition_hash(url) & 0xFFFFFFFFU;
  }
  return 0;
}

struct given {
  std::string url;
  std::uint64_t order;
  std::string columns;
};

std::vector<given> made_up_sightings(std::size_t count, std::uint64_t seed) {
  std::vector<given> all;
  for (std::string& url : testing::made_up_urls(count, seed)) {
    const std::uint64_t order = all.size() / 100 << 32U | all.size() % 100;
    std::string columns(all.size() % 37, static_cast<char>('a' + all.size() % 26));
    all.push_back({std::move(url), order, std::move(columns)});
  }
  return all;
}

// Inserts in batches of up to `batch`, in the order of `all`.
void insert_all(sighting_set& set, const std::vector<given>& all, std::size_t batch, hashing how) {
  std::vector<sighting> part;
  for (std::size_t begin = 0; begin < all.size(); begin += batch) {
    part.clear();
    for (std::size_t i = begin; i < std::min(all.size(), begin + batch); ++i)
      part.push_back({all[i].url, hash_of(all[i].url, how), all[i].order, all[i].columns});
    set.insert(part);
  }
}

struct known {
  std::uint64_t count = 0;
  std::uint64_t order = ~std::uint64_t{0};
  std::string columns;
};

std::map<std::string, known> oracle(const std::vector<given>& all) {
  std::map<std::string, known> found;
  for (const given& item : all) {
    known& entry = found[item.url];
    ++entry.count;
    if (item.order < entry.order) {
      entry.order = item.order;
      entry.columns = item.columns;
    }
  }
  return found;
}

void expect_like_oracle(sighting_set& set, const std::vector<given>& all, bool keeps_columns) {
  const auto expected = oracle(all);
  ASSERT_EQ(set.size(), expected.size());
  std::size_t url_bytes = 0;
  set.sort_by_bytes();
  auto next = expected.begin();
  std::size_t rank = 0;
  set.for_each([&](const sighting_set::entry& entry) {
    ASSERT_EQ(entry.url, next->first);
    ASSERT_EQ(entry.count, next->second.count) << entry.url;
    ASSERT_EQ(entry.order, next->second.order) << entry.url;
    ASSERT_EQ(entry.columns, keeps_columns ? next->second.columns : "") << entry.url;
    ASSERT_EQ(set[rank].url, entry.url);
    url_bytes += entry.url.size();
    ++rank;
    ++next;
  });
  EXPECT_EQ(rank, expected.size());
  EXPECT_EQ(set.url_bytes(), url_bytes);

  std::map<std::uint64_t, std::string> by_order;
  for (const auto& [url, entry] : expected) by_order[entry.order] = url;
  set.sort_by_order();
  auto in_order = by_order.begin();
  set.for_each([&](const sighting_set::entry& entry) { ASSERT_EQ(entry.url, in_order++->second); });
}

TEST(sighting_set, is_a_sorted_map_with_counts_first_orders_and_columns) {
  for (const std::size_t count : {0U, 1U, 2U, 31U, 44U, 45U, 511U, 512U, 513U, 3000U, 50000U}) {
    const auto all = made_up_sightings(count, count);
    for (const std::size_t batch : {1U, 13U, 44U, 45U, 512U, 700U, 10000U}) {
      for (const bool keeps_columns : {false, true}) {
        sighting_set set(keeps_columns);
        insert_all(set, all, batch, hashing::published);
        expect_like_oracle(set, all, keeps_columns);
      }
    }
  }
}

TEST(sighting_set, does_not_depend_on_the_order_of_batches) {
  auto all = made_up_sightings(20000, 4);
  std::mt19937_64 random(12);
  for (int round = 0; round < 5; ++round) {
    sighting_set set(true);
    insert_all(set, all, 1 + random() % 900, hashing::published);
    expect_like_oracle(set, all, true);
    std::shuffle(all.begin(), all.end(), random);
  }
  std::sort(all.begin(), all.end(), [](const given& a, const given& b) { return a.order > b.order; });
  sighting_set backwards(true);
  insert_all(backwards, all, 100, hashing::published);
  expect_like_oracle(backwards, all, true);
}

TEST(sighting_set, stays_exact_and_quick_when_hashes_collide) {
  const auto all = made_up_sightings(60000, 6);
  for (const hashing how : {hashing::one_value, hashing::three_values, hashing::lower_half_only}) {
    for (const std::size_t batch : {1U, 300U, 5000U}) {
      sighting_set set(true);
      insert_all(set, all, batch, how);
      expect_like_oracle(set, all, true);
    }
  }
}

TEST(sighting_set, holds_a_few_collisions_without_new_keys) {
  const auto all = made_up_sightings(20, 6);
  sighting_set set(true);
  insert_all(set, all, 3, hashing::one_value);
  expect_like_oracle(set, all, true);
}

TEST(sighting_set, distinguishes_urls_by_the_last_byte) {
  std::vector<given> all;
  for (std::size_t size = 0; size < 300; ++size) {
    for (const char last : {'a', 'b'}) all.push_back({std::string(size, 'x') + last, all.size(), ""});
  }
  for (const hashing how : {hashing::published, hashing::one_value}) {
    sighting_set set;
    insert_all(set, all, 64, how);
    expect_like_oracle(set, all, false);
  }
}

TEST(sighting_set, accepts_the_empty_url_and_rejects_64_mib) {
  sighting_set set;
  const std::array<sighting, 1> empty{sighting{"", 7, 0, ""}};
  set.insert(empty);
  EXPECT_EQ(set.size(), 1U);
  const std::string large(sighting_set::max_url, 'x');
  const std::array<sighting, 1> too_long{sighting{large, 8, 1, ""}};
  EXPECT_THROW(set.insert(too_long), std::length_error);
}

TEST(sighting_set, starts_anew_after_clear) {
  const auto all = made_up_sightings(3000, 1);
  sighting_set set(true);
  insert_all(set, all, 100, hashing::one_value);
  set.sort_by_bytes();
  set.clear();
  EXPECT_EQ(set.size(), 0U);
  EXPECT_EQ(set.url_bytes(), 0U);
  insert_all(set, all, 100, hashing::published);
  expect_like_oracle(set, all, true);
}

TEST(sighting_set, needs_little_memory_beyond_the_urls) {
  sighting_set set;
  std::string url;
  std::vector<sighting> single(1);
  for (std::uint64_t i = 0; i < 1500000; ++i) {
    url = "https://example.org/" + std::to_string(i * 0x9E3779B97F4A7C15U);
    single[0] = {url, partition_hash(url), i, ""};
    set.insert(single);
    if (i > 20000 && i % 1000 == 0) {
      ASSERT_LE(set.memory() - set.url_bytes(), 36 * set.size()) << i;
    }
  }
  set.sort_by_bytes();
  EXPECT_LE(set.memory() - set.url_bytes(), 36 * set.size());
}

// Compares real URLs with GNU sort, if installed.
TEST(sighting_set, of_real_urls_equals_sort_unique) {
  URLSIEVE_SHARED_OR_SKIP(list, "data/urls-top10k.txt");
  FILE* const sorted = popen(("LC_ALL=C sort -u '" + list->string() + "'").c_str(), "r");
  ASSERT_NE(sorted, nullptr);
  std::string expected;
  std::array<char, 65536> buffer;
  for (std::size_t size = 0; (size = fread(buffer.data(), 1, buffer.size(), sorted)) != 0;)
    expected.append(buffer.data(), size);
  ASSERT_EQ(pclose(sorted), 0);
  std::ifstream lines(*list);
  std::vector<given> all;
  for (std::string line; std::getline(lines, line);) all.push_back({line, all.size(), ""});
  sighting_set set;
  insert_all(set, all, 1000, hashing::published);
  insert_all(set, all, 999, hashing::published);
  set.sort_by_bytes();
  std::string got;
  set.for_each([&](const sighting_set::entry& entry) {
    EXPECT_GE(entry.count, 2U);
    got.append(entry.url).append(1, '\n');
  });
  EXPECT_EQ(got, expected);
}

}  // namespace sighting_set_test
}  // namespace urlsieve
