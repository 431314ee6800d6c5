#include "src/dedup/probe_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace urlsieve {
namespace probe_table_test {

// Slots with few distinct homes, so that runs are long and the last homes are crowded.
template <unsigned Bits>
struct rules {
  using slot = std::uint64_t;
  static constexpr unsigned key_bits = Bits;
  static bool empty(slot entry) { return entry == 0; }
  static std::uint64_t key(slot entry) { return Bits == 64 ? entry : entry >> (64U - Bits); }
};

template <class Rules>
void put(probe_table<Rules>& table, std::uint64_t entry) {
  for (std::size_t place = table.home(Rules::key(entry)); place < table.end(); ++place) {
    if (table.slots()[place] != 0) continue;
    table.slots()[place] = entry;
    return;
  }
  table.lengthen();
  put(table, entry);
}

// Checks that every entry is reachable from its home through used slots, and that no other entry exists.
template <class Rules>
void expect_sound(probe_table<Rules>& table, std::vector<std::uint64_t> entries) {
  std::vector<std::uint64_t> found;
  std::size_t run_begin = 0;
  for (std::size_t place = 0; place < table.end(); ++place) {
    const std::uint64_t entry = table.slots()[place];
    if (entry == 0) {
      run_begin = place + 1;
      continue;
    }
    found.push_back(entry);
    const std::size_t home = table.home(Rules::key(entry));
    ASSERT_LE(home, place);
    ASSERT_GE(home, run_begin) << "a hole between home and place";
  }
  std::sort(found.begin(), found.end());
  std::sort(entries.begin(), entries.end());
  ASSERT_EQ(found, entries);
}

template <class Rules>
void fill_and_check(std::size_t count, std::uint64_t or_mask, std::uint64_t and_mask) {
  std::mt19937_64 random(count);
  probe_table<Rules> table;
  std::vector<std::uint64_t> entries;
  while (entries.size() < count) {
    const std::size_t before = table.end();
    table.reserve(entries.size() + 1);
    if (table.end() != before) expect_sound(table, entries);
    entries.push_back(((random() & and_mask) | or_mask) + 1);
    put(table, entries.back());
  }
  expect_sound(table, entries);
}

TEST(probe_table, is_valid_after_every_growth) {
  for (const std::size_t count : {1U, 2U, 3U, 10U, 47U, 48U, 49U, 100U, 1000U, 20000U}) {
    fill_and_check<rules<64>>(count, 0, ~std::uint64_t{0} >> 1U);
    fill_and_check<rules<29>>(count, 0, ~std::uint64_t{0} >> 1U);
  }
}

TEST(probe_table, is_valid_if_all_keys_crowd_at_the_end) {
  for (const std::size_t count : {10U, 64U, 65U, 66U, 67U, 100U, 500U, 3000U}) {
    fill_and_check<rules<64>>(count, std::uint64_t{0xFFFFFFFFFFF00000}, ~std::uint64_t{0} - 1);
    fill_and_check<rules<29>>(count, std::uint64_t{0xFFFFFFF000000000}, ~std::uint64_t{0} - 1);
    fill_and_check<rules<8>>(count, 0, ~std::uint64_t{0} >> 1U);
  }
}

TEST(probe_table, is_valid_if_all_keys_are_equal) {
  for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{0x1FFFFFFF}, std::uint64_t{0x10000000}})
    fill_and_check<rules<29>>(2000, key << 35U, (std::uint64_t{1} << 34U) - 1);
}

TEST(probe_table, gives_its_memory_away_and_starts_anew) {
  probe_table<rules<64>> table;
  table.reserve(100);
  put(table, 42);
  const memory_block taken = table.take_memory();
  EXPECT_GT(taken.size(), 0U);
  EXPECT_EQ(table.memory(), 0U);
  table.reserve(10);
  expect_sound(table, {});
}

}  // namespace probe_table_test
}  // namespace urlsieve
