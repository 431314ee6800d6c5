// Rows of buckets equal std::set on every instruction set of the machine.
#include "src/text/scan/fingerprint_buckets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "src/text/scan/kernel_targets.hpp"

namespace urlsieve {
namespace fingerprint_buckets_test {

// Rows aligned to cache lines, like the tables.
class some_rows {
 public:
  some_rows(std::size_t homes, std::size_t tail, std::ptrdiff_t capacity) {
    const std::size_t each = (homes + tail) * bucket_size;
    places_.reset(
        static_cast<fingerprint*>(std::aligned_alloc(64, bucket_rows * each * sizeof(fingerprint))));
    std::fill_n(places_.get(), bucket_rows * each, fingerprint{});
    for (std::size_t i = 0; i < bucket_rows; ++i)
      rows_[i] = {places_.get() + i * each, homes, tail, capacity};
  }

  [[nodiscard]] std::array<bucket_row, bucket_rows>& rows() { return rows_; }

  // Returns the first place from the home of the entry that has the entry or is empty, or null.
  fingerprint* place_of(const fingerprint& entry) {
    const bucket_row& row = rows_[entry.low % bucket_rows];
    fingerprint* const end = row.first + (row.homes + row.tail) * bucket_size;
    fingerprint* const found =
        std::find_if(row.first + row.home(entry) * bucket_size, end,
                     [&](const fingerprint& here) { return here == entry || here.low == 0; });
    return found == end ? nullptr : found;
  }

 private:
  struct to_the_heap {
    void operator()(fingerprint* places) const { std::free(places); }
  };
  std::unique_ptr<fingerprint, to_the_heap> places_;
  std::array<bucket_row, bucket_rows> rows_;
};

using known_set = std::set<std::pair<std::uint64_t, std::uint64_t>>;

// Inserts all entries, including the remainder of the loop; entries without a place go to a separate set.
void expect_like_set(const std::vector<fingerprint>& all, std::size_t homes, std::size_t tail,
                     std::ptrdiff_t capacity) {
  some_rows buckets(homes, tail, capacity);
  known_set beside;
  const auto is_new = std::make_unique<bool[]>(all.size() + 1);
  std::vector<std::size_t> left;
  std::size_t done = 0;
  while (done != all.size()) {
    left.clear();
    const std::size_t more =
        insert_fingerprints(buckets.rows(), std::span(all).subspan(done), is_new.get() + done, left);
    ASSERT_NE(more, 0U);
    for (const std::size_t index : left) {
      ASSERT_LT(index, more);
      const fingerprint& entry = all[done + index];
      fingerprint* const place = entry.low == 0 ? nullptr : buckets.place_of(entry);
      is_new[done + index] =
          place == nullptr ? beside.insert({entry.low, entry.high}).second : place->low == 0;
      if (place != nullptr) *place = entry;
    }
    done += more;
  }
  known_set known;
  for (std::size_t i = 0; i < all.size(); ++i)
    ASSERT_EQ(is_new[i], known.insert({all[i].low, all[i].high}).second)
        << "at " << i << " of " << all.size() << ", " << homes << " homes, " << tail << " behind";
}

std::vector<fingerprint> drawn(std::size_t count, std::size_t distinct, std::uint64_t lows) {
  std::mt19937_64 random(count + distinct);
  std::vector<fingerprint> pool(distinct);
  for (fingerprint& entry : pool) entry = {random() % lows, random()};
  std::vector<fingerprint> buckets(count);
  for (fingerprint& entry : buckets) entry = pool[random() % distinct];
  return buckets;
}

class fingerprint_buckets : public ::testing::TestWithParam<kernel_target> {
 protected:
  void SetUp() override { run_kernels_on(GetParam()); }
  void TearDown() override { run_kernels_on(0); }
};

TEST_P(fingerprint_buckets, equals_a_set) {
  for (const std::size_t count : {0U, 1U, 31U, 255U, 256U, 257U, 5000U}) {
    expect_like_set(drawn(count, count / 2 + 1, ~std::uint64_t{0}), 200, 16, 1 << 20U);
    expect_like_set(drawn(count, count / 2 + 1, ~std::uint64_t{0}), 200, 16, 3);
  }
}

TEST_P(fingerprint_buckets, returns_entries_without_a_place_in_order) {
  // Full and nearly full rows, with few distinct low halves.
  for (const std::size_t homes : {1U, 5U, 40U, 78U})
    for (const std::size_t tail : {1U, 2U, 30U})
      for (const std::uint64_t lows : {std::uint64_t{9}, std::uint64_t{1000}, ~std::uint64_t{0}})
        expect_like_set(drawn(6000, 2500, lows), homes, tail, 1 << 20U);
}

TEST_P(fingerprint_buckets, stops_soon_when_full) {
  const std::vector<fingerprint> all = drawn(100000, 100000, ~std::uint64_t{0});
  some_rows buckets(20000, 16, 100);
  const auto is_new = std::make_unique<bool[]>(all.size());
  std::vector<std::size_t> left;
  const std::size_t done = insert_fingerprints(buckets.rows(), all, is_new.get(), left);
  EXPECT_TRUE(left.empty());
  EXPECT_LT(done, 8 * 100 + 2 * 256U);
  std::ptrdiff_t put = 0;
  for (const bucket_row& row : buckets.rows()) put += 100 - row.capacity;
  EXPECT_EQ(put, std::count(is_new.get(), is_new.get() + done, true));
}

INSTANTIATE_TEST_SUITE_P(targets, fingerprint_buckets, ::testing::ValuesIn(runnable_targets()),
                         [](const auto& item) { return name_of_target(item.param); });

}  // namespace fingerprint_buckets_test
}  // namespace urlsieve
