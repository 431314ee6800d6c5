#include "src/runs/loser_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/runs/made_up_urls.hpp"

namespace urlsieve {
namespace loser_tree_test {

using keys = std::vector<std::string>;

std::size_t common_prefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

// A cursor over keys in memory. `fails_at`: the number of keys before an error.
struct key_cursor {
  const keys* of;
  std::size_t fails_at = ~std::size_t{0};
  std::size_t taken = 0;
  bool over = false;

  bool next() {
    EXPECT_FALSE(over) << "next() of a finished cursor";
    if (taken == of->size() || taken == fails_at) {
      over = true;
      return false;
    }
    ++taken;
    return true;
  }
  [[nodiscard]] std::string_view key() const { return (*of)[taken - 1]; }
  [[nodiscard]] std::size_t shared() const {
    return taken < 2 ? 0 : common_prefix((*of)[taken - 2], (*of)[taken - 1]);
  }
};

using item = std::pair<std::string, std::size_t>;  // a key, the number of the cursor

loser_tree<key_cursor> merge(const std::vector<keys>& sequences) {
  std::vector<key_cursor> cursors;
  for (const keys& sequence : sequences) cursors.push_back({&sequence});
  return loser_tree<key_cursor>(std::move(cursors));
}

// Merges `sequences` and compares each key with the stable sort of all keys.
void expect_sorted(const std::vector<keys>& sequences) {
  std::vector<item> expected;
  for (std::size_t i = 0; i < sequences.size(); ++i)
    for (const std::string& key : sequences[i]) expected.emplace_back(key, i);
  std::sort(expected.begin(), expected.end());
  loser_tree<key_cursor> merged = merge(sequences);
  const std::string* before = nullptr;
  for (const auto& [key, index] : expected) {
    ASSERT_TRUE(merged.next());
    ASSERT_EQ(merged.cursor().key(), key);
    ASSERT_EQ(merged.index(), index);
    ASSERT_EQ(merged.same_key(), before != nullptr && *before == key);
    ASSERT_EQ(merged.shared(), before == nullptr ? 0 : common_prefix(*before, key));
    before = &key;
  }
  EXPECT_FALSE(merged.next());
  EXPECT_FALSE(merged.next());
}

TEST(loser_tree, merges_each_row_of_a_table) {
  const std::vector<std::vector<keys>> table{
      {},
      {{}},
      {{""}},
      {{"a"}},
      {{}, {}},
      {{}, {}, {}},
      {{"a", "b"}},
      {{"a", "a", "b"}},
      {{""}, {""}},
      {{"", "a"}, {"", ""}},
      {{"a"}, {}},
      {{}, {"a"}},
      {{}, {}, {"a"}},
      {{"a"}, {"a"}, {"a"}},
      {{"b"}, {"a"}},
      {{"b"}, {"a"}, {"c"}},
      {{"a", "ab", "abc"}, {"a", "abc", "abcd"}},
      {{"abc"}, {"abd"}, {"ab"}, {"abcd"}, {"abc"}},
      {{"ab", "abz"}, {"abc"}, {"ab", "aby"}},
      {{"a\x7F", "a\x80", "a\xFF"}, {"a\x7F", "a\xFF", "b"}},  // unsigned bytes
      {{std::string("a\0a", 3), std::string("a\0b", 3)}, {"a", std::string("a\0", 2)}},
  };
  for (std::size_t row = 0; row < table.size(); ++row) {
    SCOPED_TRACE(row);
    expect_sorted(table[row]);
  }
}

TEST(loser_tree, equals_a_stable_sort_for_any_sequences) {
  std::mt19937_64 random(7);
  for (std::size_t round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    std::vector<keys> sequences(random() % 18);
    for (keys& sequence : sequences) {
      if (random() % 4 == 0) continue;
      sequence = testing::made_up_urls(random() % 40, random() % 12);
      // Keys of three letters have many equal keys and many prefixes of other keys.
      if (random() % 2 == 0)
        for (std::string& key : sequence) {
          key.clear();
          for (std::size_t left = random() % 5; left != 0; --left) key += "ab\xC3"[random() % 3];
        }
      std::sort(sequence.begin(), sequence.end());
    }
    expect_sorted(sequences);
  }
}

TEST(loser_tree, merges_many_cursors) {
  for (const std::size_t cursors : {63U, 64U, 65U, 1000U}) {
    std::vector<keys> sequences;
    for (std::size_t i = 0; i < cursors; ++i) {
      keys some = testing::made_up_urls(i % 9, i);
      std::sort(some.begin(), some.end());
      sequences.push_back(std::move(some));
    }
    expect_sorted(sequences);
  }
}

TEST(loser_tree, ends_a_cursor_with_an_error_and_merges_the_others) {
  const keys first{"a", "c", "e"};
  const keys second{"b", "d", "f"};
  for (std::size_t fails_at = 0; fails_at <= first.size(); ++fails_at) {
    loser_tree<key_cursor> merged({{&first, fails_at}, {&second}});
    keys expected = second;
    expected.insert(expected.end(), first.begin(), first.begin() + static_cast<std::ptrdiff_t>(fails_at));
    std::sort(expected.begin(), expected.end());
    for (const std::string& key : expected) {
      ASSERT_TRUE(merged.next());
      ASSERT_EQ(merged.cursor().key(), key);
    }
    EXPECT_FALSE(merged.next());
  }
}

}  // namespace loser_tree_test
}  // namespace urlsieve
