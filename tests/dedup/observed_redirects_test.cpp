#include "src/dedup/observed_redirects.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "src/dedup/redirect_chains.hpp"
#include "src/dedup/redirect_table.hpp"
#include "tests/runs/run_directory.hpp"

namespace urlsieve {
namespace observed_redirects_test {

namespace fs = std::filesystem;

using pair_list = std::vector<std::pair<std::string, std::string>>;
using use = observed_redirects::use;

constexpr std::size_t plenty = std::size_t{1} << 30U;

std::string ends_of(const observed_redirects& found) {
  std::string text;
  EXPECT_TRUE(found.each([&](const redirect& item) -> result<void> {
    text.append(item.from).append(" ").append(item.to).append("\n");
    return {};
  }));
  return text;
}

bool keeps_most(std::string_view target) {
  return !target.ends_with("3");
}

// Checks that redirects in memory and on disk yield the same table and the same lookups.
void expect_the_same(const pair_list& pairs, std::size_t on_disk = 0) {
  const testing::run_directory place;
  observed_redirects held(plenty, [&]() -> result<std::string> {
    ADD_FAILURE() << "asked for a directory";
    return place.runs();
  });
  observed_redirects stored(on_disk, [&]() -> result<std::string> { return place.runs(); });
  for (const auto& [from, to] : pairs) {
    ASSERT_TRUE(held.add(from, to));
    ASSERT_TRUE(stored.add(from, to));
  }
  ASSERT_TRUE(held.settle(use::lookups, keeps_most));
  ASSERT_TRUE(stored.settle(use::lookups, keeps_most));
  EXPECT_FALSE(held.on_disk());
  const bool any =
      std::any_of(pairs.begin(), pairs.end(), [](const auto& item) { return item.first != item.second; });
  EXPECT_EQ(stored.on_disk(), any);
  ASSERT_EQ(ends_of(stored), ends_of(held));
  std::string buffer;
  std::string other_room;
  for (const auto& [from, to] : pairs) {
    for (const std::string& url : {from, to, from + "#f", to + "#", from + "x"}) {
      const std::string_view target = held.find_inheriting(url, buffer);
      ASSERT_EQ(stored.find_inheriting(url, other_room), target) << url;
    }
  }
  EXPECT_TRUE(stored.state());
}

TEST(observed_redirects, are_the_same_on_disk_for_chains_cycles_and_contradictions) {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    const auto urls = 2 + random() % 60;
    pair_list pairs;
    for (std::size_t i = 0; i < urls; ++i)
      pairs.emplace_back("u" + std::to_string(random() % urls), "u" + std::to_string(random() % (2 * urls)));
    expect_the_same(pairs);
  }
}

TEST(observed_redirects, are_the_same_on_disk_where_urls_have_fragments_and_prefixes_of_others) {
  expect_the_same({{"http://a/", "http://b/"},
                   {"http://a/#x", "http://e/"},
                   {"http://a", "http://a/"},
                   {"http://c/", "http://d/#own"},
                   {"http://c/!", "http://c/"},
                   {"same", "same"},
                   {"", "http://empty/"}});
  expect_the_same({{"a", "a"}});
  expect_the_same({{"a", "b"}, {"b", "a"}});
}

// Shuffled pairs: a chain far longer than a merge step, a cycle with a long tail, and single pairs, so many
// that many runs exist.
TEST(observed_redirects, are_the_same_on_disk_however_long_the_chains) {
  std::mt19937 random(11);
  const std::string name = "http://example.com/a/rather/long/path/that/is/the/same/for/all/";
  pair_list pairs;
  const auto link = [&](const std::string& kind, int from, int to) {
    pairs.emplace_back(name + kind + std::to_string(from), name + kind + std::to_string(to));
  };
  for (int i = 0; i < 9000; ++i) link("chain", i, i + 1);
  for (int i = 0; i < 1000; ++i) link("cycle", i, i == 999 ? 500 : i + 1);
  for (int i = 0; i < 9000; ++i) link("one", 2 * i, 2 * i + 1);
  for (int i = 0; i < 500; ++i) link("one", 2 * i, 7);
  std::shuffle(pairs.begin(), pairs.end(), random);
  expect_the_same(pairs, std::size_t{1} << 20U);
}

TEST(observed_redirects, hands_the_fragment_on_to_a_target_without_one) {
  for (const std::size_t memory : {std::size_t{0}, plenty}) {
    const testing::run_directory place;
    observed_redirects table(memory, [&]() -> result<std::string> { return place.runs(); });
    ASSERT_TRUE(table.add("http://a/", "http://b/"));
    ASSERT_TRUE(table.add("http://c/", "http://d/#own"));
    ASSERT_TRUE(table.add("http://a/#x", "http://e/"));
    ASSERT_TRUE(table.settle(use::lookups));
    std::string buffer;
    EXPECT_EQ(table.find_inheriting("http://a/#f", buffer), "http://b/#f");
    EXPECT_EQ(table.find_inheriting("http://c/#f", buffer), "http://d/#own");
    EXPECT_EQ(table.find_inheriting("http://a/#x", buffer), "http://e/");
    EXPECT_EQ(table.find_inheriting("http://q/#x", buffer), "");
  }
}

TEST(redirect_chains, count_unchanged_urls) {
  const testing::run_directory place;
  spill_area area(place.runs());
  redirect_chains chains(area, 0);
  redirect_table table;
  for (const auto& [from, to] : pair_list{{"a", "b"},
                                          {"b", "c"},
                                          {"c", "a"},
                                          {"t", "a"},
                                          {"u", "t"},
                                          {"k", "l"},
                                          {"x", "y"},
                                          {"x", "z"},
                                          {"w", "x"}}) {
    ASSERT_TRUE(chains.add(from, to));
    table.add(from, to);
  }
  ASSERT_TRUE(chains.settle());
  table.settle();
  EXPECT_EQ(chains.circular(), table.circular());
  EXPECT_EQ(chains.contradictory(), table.contradictory());
  std::map<std::string, std::string> ends;
  ASSERT_TRUE(chains.each([&](const redirect& item) -> result<void> {
    ends.emplace(item.from, item.to);
    return {};
  }));
  EXPECT_EQ(ends, (std::map<std::string, std::string>{{"k", "l"}, {"w", "x"}}));
}

TEST(observed_redirects, leave_nothing_on_the_disk) {
  const testing::run_directory place;
  {
    observed_redirects stored(0, [&]() -> result<std::string> { return place.runs(); });
    ASSERT_TRUE(stored.add("a", "b"));
    ASSERT_TRUE(stored.settle(use::lookups));
    EXPECT_TRUE(fs::exists(place.runs()));
  }
  EXPECT_FALSE(fs::exists(place.runs()));
}

TEST(observed_redirects, report_disk_errors) {
  observed_redirects nowhere(0, []() -> result<std::string> { return "/dev/null/none"; });
  ASSERT_TRUE(nowhere.add("a", "b"));
  const result<void> settled = nowhere.settle(use::lookups);
  ASSERT_FALSE(settled);
  EXPECT_EQ(settled.error().code, error_code::cannot_open);
}

// The table file is unlinked; /proc lists its descriptor.
std::string path_of_table(const std::string& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code failed;
    if (fs::read_symlink(entry, failed) == folder + "/redirects (deleted)") return entry.path();
  }
  return {};
}

TEST(observed_redirects, detect_changes_on_disk) {
  for (const bool cut : {false, true}) {
    const testing::run_directory place;
    observed_redirects stored(0, [&]() -> result<std::string> { return place.runs(); });
    for (int i = 0; i < 2000; ++i)
      ASSERT_TRUE(stored.add("http://a/" + std::to_string(i), "http://b/" + std::to_string(i)));
    ASSERT_TRUE(stored.settle(use::lookups));
    const std::string path = path_of_table(place.runs());
    ASSERT_NE(path, "");
    const int table = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    ASSERT_GE(table, 0);
    if (cut) {
      EXPECT_EQ(::ftruncate(table, 100), 0);
    } else {
      EXPECT_EQ(::pwrite(table, "?", 1, 1000), 1);
    }
    ::close(table);
    std::string buffer;
    EXPECT_TRUE(stored.state());
    for (int i = 0; i < 2000; ++i) {
      const std::string_view found = stored.find_inheriting("http://a/" + std::to_string(i), buffer);
      EXPECT_TRUE(found.empty() || found == "http://b/" + std::to_string(i));
    }
    ASSERT_FALSE(stored.state());
    EXPECT_EQ(stored.state().error().code, error_code::cannot_read);
  }
}

}  // namespace observed_redirects_test
}  // namespace urlsieve
