#include "src/dedup/redirect_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace urlsieve {
namespace redirect_table_test {

using pair_list = std::vector<std::pair<std::string, std::string>>;

std::map<std::string, std::string> settled(const pair_list& pairs) {
  redirect_table table;
  for (const auto& [from, to] : pairs) table.add(from, to);
  table.settle();
  std::map<std::string, std::string> ends;
  for (const redirect& pair : table.pairs()) {
    ends.emplace(pair.from, pair.to);
    EXPECT_EQ(table.find(pair.from), pair.to);
  }
  return ends;
}

TEST(redirect_table, follows_chains_to_their_end_in_any_order_of_the_pairs) {
  pair_list pairs{{"a", "b"}, {"b", "c"}, {"c", "d"}, {"x", "c"}};
  const std::map<std::string, std::string> ends{{"a", "d"}, {"b", "d"}, {"c", "d"}, {"x", "d"}};
  std::sort(pairs.begin(), pairs.end());
  do {
    EXPECT_EQ(settled(pairs), ends);
  } while (std::next_permutation(pairs.begin(), pairs.end()));
}

TEST(redirect_table, ignores_cycles_and_chains_into_cycles) {
  redirect_table table;
  for (const auto& [from, to] :
       pair_list{{"a", "b"}, {"b", "c"}, {"c", "a"}, {"t", "a"}, {"u", "t"}, {"k", "l"}})
    table.add(from, to);
  table.settle();
  EXPECT_EQ(table.circular(), 5U);
  EXPECT_EQ(table.pairs().size(), 1U);
  EXPECT_EQ(table.find("u"), "");
  EXPECT_EQ(table.find("k"), "l");
}

TEST(redirect_table, ends_chains_at_a_url_with_two_targets) {
  redirect_table table;
  for (const auto& [from, to] : pair_list{{"a", "b"}, {"a", "c"}, {"z", "a"}, {"r", "s"}, {"r", "s"}})
    table.add(from, to);
  table.settle();
  EXPECT_EQ(table.contradictory(), 1U);
  EXPECT_EQ(table.find("a"), "");
  EXPECT_EQ(table.find("z"), "a");
  EXPECT_EQ(table.find("r"), "s");
}

TEST(redirect_table, knows_nothing_when_empty) {
  redirect_table table;
  table.add("same", "same");
  table.settle();
  EXPECT_EQ(table.find("same"), "");
  EXPECT_TRUE(table.pairs().empty());
}

// Reference: follows a URL step by step to the end or to a repeated URL.
std::optional<std::string> walk(const std::map<std::string, std::set<std::string>>& targets,
                                std::string url) {
  std::set<std::string> met;
  bool moved = false;
  while (true) {
    const auto found = targets.find(url);
    if (found == targets.end() || found->second.size() > 1) return moved ? std::optional(url) : std::nullopt;
    if (!met.insert(url).second) return std::nullopt;
    url = *found->second.begin();
    moved = true;
  }
}

TEST(redirect_table, equals_a_walk) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto urls = 2 + random() % 30;
    redirect_table table;
    std::map<std::string, std::set<std::string>> targets;
    for (std::size_t i = 0; i < urls; ++i) {
      const std::string from = "u" + std::to_string(random() % urls);
      const std::string to = "u" + std::to_string(random() % (2 * urls));
      table.add(from, to);
      if (from != to) targets[from].insert(to);
    }
    table.settle();
    for (std::size_t i = 0; i < 2 * urls; ++i) {
      const std::string url = "u" + std::to_string(i);
      ASSERT_EQ(table.find(url), walk(targets, url).value_or("")) << "round " << round << ", " << url;
    }
  }
}

}  // namespace redirect_table_test
}  // namespace urlsieve
