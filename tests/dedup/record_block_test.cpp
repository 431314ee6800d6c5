#include "src/dedup/record_block.hpp"

#include <gtest/gtest.h>

#include <map>
#include <new>
#include <random>
#include <string>
#include <vector>

namespace urlsieve {
namespace record_block_test {

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

std::uint64_t append(record_block& block, const std::string& url, std::uint64_t order,
                     const std::string& columns, std::uint64_t limit = no_limit) {
  return block.append({url, 1, order, columns, {}}, limit);
}

TEST(record_block, reads_back_entries_of_every_length) {
  for (const bool keeps_columns : {false, true}) {
    record_block block(keeps_columns);
    std::vector<std::uint64_t> positions;
    for (std::size_t size = 0; size <= 300; ++size)
      positions.push_back(append(block, std::string(size, 'u'), size * 7, std::string(size / 2, 'c')));
    std::uint64_t walked = record_block::first();
    for (std::size_t size = 0; size <= 300; ++size, walked = block.next(walked)) {
      ASSERT_EQ(walked, positions[size]);
      ASSERT_EQ(walked % record_block::alignment, 0U);
      ASSERT_EQ(block.url(walked), std::string(size, 'u'));
      ASSERT_EQ(block.order(walked), size * 7);
      ASSERT_EQ(block.count(walked), 1U);
      ASSERT_EQ(block.columns(walked), keeps_columns ? std::string(size / 2, 'c') : "");
    }
    EXPECT_EQ(walked, block.end());
  }
}

TEST(record_block, keeps_the_smallest_order_and_its_columns) {
  record_block block(true);
  const std::uint64_t at = append(block, "u", 50, "fifty");
  block.add(at, {"", 1, 60, "sixty", {}});
  EXPECT_EQ(block.columns(at), "fifty");
  block.add(at, {"", 1, 40, "forty, longer", {}});
  EXPECT_EQ(block.columns(at), "forty, longer");
  block.add(at, {"", 1, 30, "", {}});
  EXPECT_EQ(block.columns(at), "");
  block.add(at, {"", 1, 20, "20", {}});
  EXPECT_EQ(block.columns(at), "20");
  block.add(at, {"", 1, 25, "25", {}});
  EXPECT_EQ(block.columns(at), "20");
  EXPECT_EQ(block.order(at), 20U);
  EXPECT_EQ(block.count(at), 6U);
  EXPECT_EQ(block.url(at), "u");
}

TEST(record_block, replaced_columns_do_not_pile_up) {
  record_block block(true);
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> positions;
  std::map<std::uint64_t, std::string> expected;
  for (std::uint64_t i = 0; i < 500; ++i) positions.push_back(append(block, "u", 1000000, ""));
  std::size_t live = 0;
  for (std::uint64_t order = 999999; order > 900000; --order) {
    const std::uint64_t at = positions[random() % positions.size()];
    std::string columns(random() % 400, static_cast<char>('a' + order % 26));
    block.add(at, {"", 1, order, columns, {}});
    live += columns.size();
    live -= expected[at].size();
    expected[at] = std::move(columns);
    ASSERT_LE(block.memory(), 2 * live + 500 * 40 + 300000) << order;
  }
  for (const auto& [at, columns] : expected) ASSERT_EQ(block.columns(at), columns);
}

TEST(record_block, refuses_positions_past_the_limit) {
  record_block block(false);
  append(block, "a", 0, "", 17);
  EXPECT_THROW(append(block, "b", 0, "", 17), std::bad_alloc);
}

}  // namespace record_block_test
}  // namespace urlsieve
