#include "src/cli/help/suggestion.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace urlsieve::cli {
namespace suggestion_test {

TEST(edit_distance, counts_edits) {
  struct row {
    std::string_view a, b;
    std::size_t distance;
  };
  const row rows[] = {
      {"", "", 0},      {"", "abc", 3},           {"abc", "abc", 0},       {"abc", "abd", 1},
      {"abc", "ab", 1}, {"ab", "abc", 1},         {"ab", "ba", 1},         {"abcd", "badc", 2},
      {"ca", "abc", 3}, {"kitten", "sitting", 3}, {"extrat", "extract", 1}};
  for (const row& test : rows) {
    EXPECT_EQ(edit_distance(test.a, test.b), test.distance) << test.a << ' ' << test.b;
    EXPECT_EQ(edit_distance(test.b, test.a), test.distance) << test.b << ' ' << test.a;
  }
}

// Reference: the recursive definition, without a matrix.
std::size_t slow_distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return std::max(a.size(), b.size());
  std::size_t least =
      std::min({slow_distance(a.substr(1), b) + 1, slow_distance(a, b.substr(1)) + 1,
                slow_distance(a.substr(1), b.substr(1)) + (a[0] == b[0] ? std::size_t{0} : 1)});
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
    least = std::min(least, slow_distance(a.substr(2), b.substr(2)) + 1);
  return least;
}

TEST(edit_distance, equals_its_definition) {
  std::vector<std::string> all{""};
  for (std::size_t i = 0; all[i].size() < 4; ++i)
    for (const char c : {'a', 'b', 'c'}) all.push_back(all[i] + c);
  for (std::size_t i = 0; i < all.size(); i += 3)
    for (const std::string& b : all)
      ASSERT_EQ(edit_distance(all[i], b), slow_distance(all[i], b)) << all[i] << ' ' << b;
}

TEST(nearest, is_a_word_or_nothing) {
  const std::vector<std::string> words{
      "--fields", "--fold-www", "--format", "--force", "--canonical-redirects", "-q"};
  struct row {
    std::string_view typed, expected;
  };
  const row rows[] = {{"--feilds", "--fields"},
                      {"--FIELDS", "--fields"},
                      {"-fields", "--fields"},
                      {"--field", "--fields"},
                      {"--canonical", "--canonical-redirects"},  // prefix
                      {"--forze", "--force"},
                      {"--form", "--format"},  // prefix
                      {"--for", "--force"},    // the nearest of two
                      {"--ca", ""},
                      {"--nothing-like-it", ""},
                      {"--", ""},
                      {"", ""},
                      {"x", ""}};
  for (const row& test : rows) {
    EXPECT_EQ(nearest(test.typed, words), test.expected) << test.typed;
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    EXPECT_EQ(nearest(test.typed, reversed), test.expected) << test.typed;
  }
  EXPECT_EQ(nearest("dat", {"cat", "bat"}), "bat");
  EXPECT_EQ(nearest(std::string(100000, 'f'), words), "");
  EXPECT_EQ(did_you_mean("--feilds", words), "; did you mean --fields?");
  EXPECT_EQ(did_you_mean("--nothing-like-it", words), "");
}

}  // namespace suggestion_test
}  // namespace urlsieve::cli
