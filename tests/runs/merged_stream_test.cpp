#include "src/runs/merged_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "src/runs/source_list.hpp"
#include "src/text/shared_prefix.hpp"
#include "tests/runs/made_up_urls.hpp"

namespace urlsieve {
namespace merged_stream_test {

struct owned {
  std::string url;
  std::uint64_t count = 1;
  std::uint64_t order = 0;
  std::string columns = {};
  std::string sources = {};

  bool operator==(const owned&) const = default;
};

// A stream of entries in memory. `failure`, if not empty: the error after the last entry.
class entries_in_memory final : public entry_stream {
 public:
  explicit entries_in_memory(std::vector<owned> entries, std::string failure = {})
      : entries_(std::move(entries)), failure_(std::move(failure)) {}

  bool advance() override {
    if (next_ == entries_.size()) {
      if (!failure_.empty()) state_ = tl::unexpected(error{error_code::cannot_read, failure_});
      return false;
    }
    const owned& next = entries_[next_++];
    shared_ = shared_prefix(entry_.url, next.url);
    entry_ = {next.url, next.count, next.order, next.columns, next.sources};
    return true;
  }
  [[nodiscard]] result<void> state() const override { return state_; }

 private:
  std::vector<owned> entries_;
  std::string failure_;
  std::size_t next_ = 0;
  result<void> state_;
};

using streams = std::vector<std::unique_ptr<entry_stream>>;

std::string one_source(std::uint64_t order, const std::string& name) {
  std::string list(url_source::header + name.size(), '\0');
  write_source({order, name}, list.data());
  return list;
}

// Reads all entries, and checks shared() of each.
std::vector<owned> read(entry_stream& stream) {
  std::vector<owned> entries;
  while (stream.advance()) {
    const known_url& merged = stream.entry();
    EXPECT_EQ(stream.shared(), entries.empty() ? 0 : shared_prefix(entries.back().url, merged.url));
    entries.push_back({std::string(merged.url), merged.count, merged.order, std::string(merged.columns),
                       std::string(merged.sources)});
  }
  return entries;
}

TEST(merged_stream, is_empty_without_entries) {
  for (std::size_t count = 0; count < 4; ++count) {
    streams inputs;
    for (std::size_t i = 0; i < count; ++i)
      inputs.push_back(std::make_unique<entries_in_memory>(std::vector<owned>{}));
    merged_stream merged(std::move(inputs), 0);
    EXPECT_FALSE(merged.advance());
    EXPECT_FALSE(merged.advance());
    EXPECT_TRUE(merged.state());
  }
}

TEST(merged_stream, gives_each_url_once_with_the_facts_of_all_streams) {
  std::mt19937_64 random(11);
  for (std::size_t round = 0; round < 60; ++round) {
    const std::uint32_t max_sources = static_cast<std::uint32_t>(random() % 4);
    std::map<std::string, owned> expected;
    streams inputs;
    std::uint64_t order = 0;
    for (std::size_t left = random() % 9; left != 0; --left) {
      std::vector<std::string> urls = testing::made_up_urls(random() % 200, round);
      std::sort(urls.begin(), urls.end());
      urls.erase(std::unique(urls.begin(), urls.end()), urls.end());
      std::vector<owned> entries;
      for (const std::string& url : urls) {
        if (random() % 3 == 0) continue;
        const std::uint64_t place = (random() % 1000) * 100000 + ++order;
        owned entry{url, 1 + random() % 5, place, std::to_string(place), {}};
        if (max_sources != 0) entry.sources = one_source(place, "s" + std::to_string(random() % 6));
        const auto [known, is_new] = expected.try_emplace(url, entry);
        if (!is_new) {
          owned& all = known->second;
          all.count += entry.count;
          if (entry.order < all.order) {
            all.order = entry.order;
            all.columns = entry.columns;
          }
          std::string united;
          if (max_sources != 0 && unite_sources(all.sources, entry.sources, max_sources, united))
            all.sources = united;
        }
        entries.push_back(std::move(entry));
      }
      inputs.push_back(std::make_unique<entries_in_memory>(std::move(entries)));
    }
    merged_stream merged(std::move(inputs), max_sources);
    std::vector<owned> in_order;
    for (auto& [url, one] : expected) in_order.push_back(one);
    EXPECT_EQ(read(merged), in_order) << round;
    EXPECT_TRUE(merged.state());
  }
}

TEST(merged_stream, stops_counting_at_the_largest_count) {
  streams inputs;
  for (std::size_t i = 0; i < 2; ++i)
    inputs.push_back(std::make_unique<entries_in_memory>(std::vector<owned>{{"http://a/", max_count - 1}}));
  merged_stream merged(std::move(inputs), 0);
  ASSERT_TRUE(merged.advance());
  EXPECT_EQ(merged.entry().count, max_count);
}

TEST(merged_stream, ends_at_the_first_error) {
  const std::vector<owned> whole{{"a"}, {"b"}, {"c"}, {"d"}};
  // The entry before the error may lack facts that would follow, so the stream ends before this entry.
  for (std::size_t kept = 0; kept < whole.size(); ++kept) {
    streams inputs;
    inputs.push_back(std::make_unique<entries_in_memory>(whole));
    inputs.push_back(std::make_unique<entries_in_memory>(
        std::vector<owned>(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(kept)), "torn"));
    merged_stream merged(std::move(inputs), 0);
    EXPECT_EQ(read(merged).size(), kept == 0 ? 0 : kept - 1);
    ASSERT_FALSE(merged.state());
    EXPECT_EQ(merged.state().error().message, "torn");
    EXPECT_FALSE(merged.advance());
  }
}

TEST(merged_stream, keeps_the_error_that_came_first) {
  streams inputs;
  inputs.push_back(std::make_unique<entries_in_memory>(std::vector<owned>{{"b"}}, "second"));
  inputs.push_back(std::make_unique<entries_in_memory>(std::vector<owned>{{"a"}}, "first"));
  merged_stream merged(std::move(inputs), 0);
  EXPECT_FALSE(merged.advance());
  EXPECT_EQ(merged.state().error().message, "first");
}

}  // namespace merged_stream_test
}  // namespace urlsieve
