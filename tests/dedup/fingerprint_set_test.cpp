#include "src/dedup/fingerprint_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/runs/made_up_urls.hpp"

namespace urlsieve {
namespace fingerprint_set_test {

// Reference implementation.
class oracle_set {
 public:
  bool insert(const fingerprint& entry) { return seen_.insert({entry.low, entry.high}).second; }
  [[nodiscard]] bool contains(const fingerprint& entry) const {
    return seen_.contains({entry.low, entry.high});
  }
  [[nodiscard]] std::size_t size() const { return seen_.size(); }

 private:
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
};

void expect_like_oracle(fingerprint_set& set, std::span<const fingerprint> all, std::size_t batch) {
  oracle_set oracle;
  const auto is_new = std::make_unique<bool[]>(batch);
  for (std::size_t begin = 0; begin < all.size(); begin += batch) {
    const auto part = all.subspan(begin, std::min(batch, all.size() - begin));
    set.find_new(part, {is_new.get(), part.size()});
    for (std::size_t i = 0; i < part.size(); ++i)
      ASSERT_EQ(is_new[i], !oracle.contains(part[i])) << "looked up at " << begin + i;
    set.insert(part, {is_new.get(), part.size()});
    for (std::size_t i = 0; i < part.size(); ++i)
      ASSERT_EQ(is_new[i], oracle.insert(part[i])) << "at " << begin + i << ", batches of " << batch;
  }
  ASSERT_EQ(set.size(), oracle.size());
}

std::vector<fingerprint> random_fingerprints(std::size_t count, std::size_t distinct, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<fingerprint> pool(distinct);
  for (fingerprint& entry : pool) entry = {random(), random()};
  std::vector<fingerprint> drawn(count);
  for (fingerprint& entry : drawn) entry = pool[random() % distinct];
  return drawn;
}

TEST(fingerprint_set, is_exact_for_every_batch_size_around_the_prefetch_distance) {
  for (const std::size_t batch :
       {1U, 2U, 7U, 23U, 24U, 25U, 26U, 64U, 1023U, 1024U, 1025U, 1048U, 1049U, 5000U}) {
    fingerprint_set set;
    expect_like_oracle(set, random_fingerprints(20000, 9000, batch), batch);
  }
}

TEST(fingerprint_set, grows_over_many_sizes) {
  for (const std::size_t count : {0U, 1U, 1000U, 40000U, 300000U}) {
    fingerprint_set set;
    expect_like_oracle(set, random_fingerprints(count, count + 1, count), 4096);
  }
}

TEST(fingerprint_set, with_a_hint_is_the_same_and_may_outgrow_it) {
  for (const std::size_t hint : {1U, 100U, 30000U, 1000000U}) {
    fingerprint_set set(hint);
    expect_like_oracle(set, random_fingerprints(60000, 30000, hint), 777);
  }
}

TEST(fingerprint_set, an_empty_batch_is_nothing) {
  fingerprint_set set;
  set.insert({}, {});
  EXPECT_EQ(set.size(), 0U);
}

TEST(fingerprint_set, fingerprints_with_the_half_that_marks_empty_slots_are_like_others) {
  fingerprint_set set;
  const std::vector<fingerprint> all{{0, 0}, {0, 1}, {1, 0}, {0, 0}, {1, 0}, {0, 1}, {0, 2}, {8, 0}, {0, 2}};
  expect_like_oracle(set, all, 1);
  fingerprint_set in_one;
  expect_like_oracle(in_one, all, all.size());
}

TEST(fingerprint_set, half_equal_fingerprints_differ) {
  std::vector<fingerprint> all;
  for (std::uint64_t i = 0; i < 40; ++i) {
    for (std::uint64_t j = 0; j < 40; ++j) all.push_back({i << 58U | i, j << 58U | j});
  }
  all.insert(all.end(), all.begin(), all.end());
  fingerprint_set set;
  expect_like_oracle(set, all, 100);
}

TEST(fingerprint_set, badly_mixed_fingerprints_cost_time_but_not_truth) {
  for (const std::uint64_t high : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63U}) {
    std::vector<fingerprint> all;
    for (std::uint64_t i = 0; i < 3000; ++i) all.push_back({i, high});
    for (std::uint64_t i = 0; i < 3000; ++i) all.push_back({i, high});
    fingerprint_set set;
    expect_like_oracle(set, all, 500);
  }
}

TEST(fingerprint_set, of_urls_gives_the_first_of_each_in_input_order) {
  const auto urls = testing::made_up_urls(50000, 5);
  std::vector<fingerprint> all;
  for (const std::string& url : urls) all.push_back(fingerprint_of(url, 99));
  fingerprint_set set;
  const auto is_new = std::make_unique<bool[]>(all.size());
  set.insert(all, {is_new.get(), all.size()});
  std::set<std::string> seen;
  for (std::size_t i = 0; i < urls.size(); ++i) ASSERT_EQ(is_new[i], seen.insert(urls[i]).second) << urls[i];
}

TEST(fingerprint_set, takes_at_most_28_bytes_for_each_at_any_size) {
  fingerprint_set set;
  std::mt19937_64 random(1);
  std::vector<fingerprint> part(1000);
  const auto is_new = std::make_unique<bool[]>(part.size());
  while (set.size() < 2300000) {
    for (fingerprint& entry : part) entry = {random(), random()};
    set.insert(part, {is_new.get(), part.size()});
    if (set.size() >= 50000) {
      ASSERT_LE(set.memory(), 28 * set.size());
      ASSERT_LE(set.memory_with(1000), 29 * set.size());
    }
  }
}

}  // namespace fingerprint_set_test
}  // namespace urlsieve
