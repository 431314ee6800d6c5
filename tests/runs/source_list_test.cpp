#include "src/runs/source_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace urlsieve {
namespace source_list_test {

using plain_list = std::vector<std::pair<std::uint64_t, std::string>>;

std::string packed(const plain_list& list) {
  std::string bytes;
  for (const auto& [order, name] : list) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + url_source::header + name.size());
    write_source({order, name}, bytes.data() + begin);
  }
  return bytes;
}

// The first `most` names by their smallest orders.
plain_list first_names(const plain_list& met, std::size_t most) {
  std::map<std::string, std::uint64_t> smallest;
  for (const auto& [order, name] : met) {
    const auto [place, added] = smallest.emplace(name, order);
    if (!added) place->second = std::min(place->second, order);
  }
  plain_list list;
  for (const auto& [name, order] : smallest) list.emplace_back(order, name);
  std::sort(list.begin(), list.end());
  list.resize(std::min(list.size(), most));
  return list;
}

void unite(std::string& list, const std::string& other, std::size_t most) {
  std::string united = "old";
  if (unite_sources(list, other, most, united)) {
    EXPECT_NE(united, list);
    list = united;
  }
}

TEST(source_list, keeps_the_first_distinct_names_for_any_order) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 300; ++round) {
    const std::size_t most = 1 + random() % 9;
    plain_list met;
    for (std::size_t left = random() % 40; left > 0; --left)
      met.emplace_back(random() % 1000 * 64 + met.size(), std::string(random() % 12, 's'));
    std::string one_by_one;
    for (const auto& source : met) unite(one_by_one, packed({source}), most);
    ASSERT_EQ(one_by_one, packed(first_names(met, most)));

    // Parts of any size, each truncated to `most` names, merged in any order.
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < met.size();) {
      const std::size_t size = std::min<std::size_t>(met.size() - begin, 1 + random() % 10);
      const auto first = met.begin() + static_cast<std::ptrdiff_t>(begin);
      parts.push_back(packed(first_names({first, first + static_cast<std::ptrdiff_t>(size)}, most)));
      begin += size;
    }
    std::shuffle(parts.begin(), parts.end(), random);
    std::string together;
    for (const std::string& part : parts) unite(together, part, most);
    ASSERT_EQ(together, one_by_one);
  }
}

TEST(source_list, says_when_nothing_changed) {
  const std::string list = packed({{3, "c"}, {5, "e"}});
  std::string united;
  EXPECT_FALSE(unite_sources(list, "", 2, united));
  EXPECT_FALSE(unite_sources(list, list, 2, united));
  EXPECT_FALSE(unite_sources(list, packed({{9, "c"}}), 8, united));
  EXPECT_FALSE(unite_sources(list, packed({{9, "f"}}), 2, united));
  EXPECT_TRUE(unite_sources(list, packed({{9, "f"}}), 3, united));
  EXPECT_EQ(united, packed({{3, "c"}, {5, "e"}, {9, "f"}}));
  EXPECT_TRUE(unite_sources(list, packed({{1, "e"}}), 2, united));
  EXPECT_EQ(united, packed({{1, "e"}, {3, "c"}}));
}

}  // namespace source_list_test
}  // namespace urlsieve
