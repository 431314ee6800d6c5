// seen_set equals std::map over random operations with flushes and reopens; rejected requests.
#include "urlsieve/seen_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sanitized.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/option_words.hpp"
#include "urlsieve/output_reader.hpp"

namespace urlsieve {
namespace seen_set_test {

namespace fs = std::filesystem;
using strings = std::vector<std::string>;

class seen_sets : public ::testing::Test {
 protected:
  seen_sets() { fs::create_directories(root_); }
  ~seen_sets() override { fs::remove_all(root_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (root_ / name).string(); }

 private:
  fs::path root_ =
      fs::temp_directory_path() / ("seen-set-" + std::to_string(std::random_device()()) + "-test");
};

strings inserted(seen_set& set, const strings& references) {
  const std::vector<std::string_view> views(references.begin(), references.end());
  const result<new_urls> added = set.insert(views);
  EXPECT_TRUE(added) << (added ? "" : added.error().message);
  if (!added) return {};
  EXPECT_EQ(added->urls.size(), added->places.size());
  EXPECT_TRUE(std::ranges::is_sorted(added->places));
  return {added->urls.begin(), added->urls.end()};
}

bool holds(seen_set& set, const std::string& reference) {
  const result<bool> found = set.contains(reference);
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  return found.value_or(false);
}

std::map<std::string, std::uint64_t> rows_of(const std::string& state) {
  std::map<std::string, std::uint64_t> rows;
  result<output_reader> reader = output_reader::open(state);
  EXPECT_TRUE(reader) << (reader ? "" : reader.error().message);
  if (!reader) return rows;
  reader->write_as(row_form::tsv);
  const auto take = [&](const output_row& row) {
    const std::size_t tab = row.row.find('\t');
    rows[std::string(row.url)] = std::stoull(std::string(row.row.substr(tab + 1)));
  };
  EXPECT_TRUE(reader->read(take));
  return rows;
}

TEST_F(seen_sets, give_new_urls_in_input_order_each_once) {
  result<seen_set> set = seen_set::open({});
  ASSERT_TRUE(set);
  EXPECT_EQ(inserted(*set, {"http://b.example/", "HTTP://A.example:80", "no url", "http://a.example/"}),
            (strings{"http://b.example/", "http://a.example/"}));
  EXPECT_EQ(inserted(*set, {"http://c.example/", "http://a.example/"}), strings{"http://c.example/"});
  EXPECT_TRUE(holds(*set, "http://A.EXAMPLE/"));
  EXPECT_FALSE(holds(*set, "http://d.example/"));
  EXPECT_FALSE(holds(*set, "no url"));
  EXPECT_EQ(set->rejected(), 1U);
  EXPECT_EQ(set->close()->unique, 3U);
  EXPECT_EQ(set->contains("http://a.example/").error().code, error_code::usage);
}

// Random operations on a state and in memory, compared with std::map.
TEST_F(seen_sets, agree_with_a_map) {
  struct layout {
    row_order order;
    compression packing;
    row_form form;
    partition_key shard_by;
    std::vector<field> fields;
  };
  const std::vector<field> usual{field::url, field::count, field::first_date, field::last_date};
  const std::vector<layout> layouts{
      {row_order::bytes, compression::none, row_form::tsv, partition_key::url, usual},
      {row_order::surt, compression::zstd, row_form::tsv, partition_key::host, {field::url, field::count}},
      {row_order::bytes, compression::zstd, row_form::parquet, partition_key::domain, usual}};
  std::mt19937 random(11);
  const int rounds = testing::random_cases(250);
  for (std::size_t number = 0; number <= layouts.size(); ++number) {
    const bool in_memory = number == layouts.size();
    const std::string state = in_memory ? std::string() : path("state" + std::to_string(number));
    seen_set_options options;
    options.state = state;
    options.run.output.date = "2026-01-02";
    options.run.output.shards = 3;
    if (!in_memory) {
      options.run.output.order = layouts[number].order;
      options.run.output.compress = layouts[number].packing;
      options.run.output.format = layouts[number].form;
      options.run.output.shard_by = layouts[number].shard_by;
      options.run.output.fields = layouts[number].fields;
      options.is_given = [](std::string_view word) { return word == "fields"; };
    }
    std::map<std::string, std::uint64_t> flushed;
    std::map<std::string, std::uint64_t> known;
    std::optional<seen_set> set;
    const auto reopen = [&] {
      result<seen_set> opened = seen_set::open(options);
      ASSERT_TRUE(opened) << opened.error().message;
      set.emplace(std::move(*opened));
    };
    reopen();
    const auto some_url = [&] {
      const std::string rest = "h" + std::to_string(random() % 9) + ".example";
      const std::string path = "/" + std::to_string(random() % 300);
      return std::pair("http://" + rest + path,
                       random() % 2 == 0 ? "HTTP://" + rest + ":80" + path : "http://" + rest + path);
    };
    for (int round = 0; round < rounds; ++round) {
      const auto choice = random() % 20;
      if (choice < 12) {
        strings references;
        strings expected;
        for (auto i = random() % 40; i != 0; --i) {
          if (random() % 20 == 0) references.emplace_back("http://[/");
          const auto [url, reference] = some_url();
          references.push_back(reference);
          if (++known[url] == 1) expected.push_back(url);
        }
        ASSERT_EQ(inserted(*set, references), expected);
      } else if (choice < 17) {
        const auto [url, reference] = some_url();
        ASSERT_EQ(holds(*set, reference), known.contains(url)) << url;
      } else if (choice < 18) {
        const std::size_t before = flushed.size();
        const result<seen_set_summary> done = set->flush();
        ASSERT_TRUE(done) << done.error().message;
        if (in_memory) continue;
        ASSERT_EQ(done->added, known.size() - before);
        flushed = known;
        ASSERT_EQ(done->unique, flushed.size());
      } else if (!in_memory) {
        if (choice == 18) {
          ASSERT_TRUE(set->close());
          flushed = known;
        }
        known = flushed;  // a set that ends without a flush leaves the state
        reopen();
      }
    }
    // A state exists after the first inserted URL.
    const auto [last_url, last_reference] = some_url();
    static_cast<void>(inserted(*set, {last_reference}));
    ++known[last_url];
    ASSERT_TRUE(set->close());
    if (!in_memory) {
      EXPECT_EQ(rows_of(state), known);
    }
  }
}

TEST_F(seen_sets, make_the_state_of_an_update) {
  strings references;
  std::mt19937 random(3);
  std::ofstream list(path("list"));
  for (int i = 0; i < 5000; ++i) {
    references.push_back("http://h" + std::to_string(random() % 7) + ".example/" +
                         std::to_string(random() % 900));
    list << references.back() << '\n';
  }
  list.close();
  update_options update;
  update.state = path("updated");
  update.run.input.paths = {path("list")};
  update.run.input.format = input_format::urls;
  update.run.output.directory = path("new");
  update.run.output.fields = fields_of_new_state();
  update.run.output.date = "2026-01-02";
  ASSERT_TRUE(update_state(update, -1));
  seen_set_options options;
  options.state = path("a/b/state");
  options.run.output.date = "2026-01-02";
  result<seen_set> set = seen_set::open(options);
  ASSERT_TRUE(set);
  static_cast<void>(inserted(*set, references));
  EXPECT_FALSE(fs::exists(path("a")));
  const result<seen_set_summary> closed = set->close();
  ASSERT_TRUE(closed) << closed.error().message;
  EXPECT_EQ(rows_of(path("a/b/state")), rows_of(path("updated")));
  for (const fs::directory_entry& entry : fs::directory_iterator(path("updated/layer-000001"))) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("part-")) continue;
    std::ifstream a(entry.path());
    std::ifstream b(path("a/b/state/layer-000001/" + name));
    EXPECT_TRUE(std::equal(std::istreambuf_iterator<char>(a), {}, std::istreambuf_iterator<char>(b), {}));
  }
}

TEST_F(seen_sets, refuse_states_of_another_form_by_name) {
  seen_set_options options;
  options.state = path("state");
  {
    result<seen_set> set = seen_set::open(options);
    ASSERT_TRUE(set);
    static_cast<void>(inserted(*set, {"http://a.example/"}));
    ASSERT_TRUE(set->close());
  }
  const auto refusal = [&](const seen_set_options& asked) {
    const result<seen_set> set = seen_set::open(asked);
    EXPECT_FALSE(set);
    return set ? std::string() : set.error().message;
  };
  seen_set_options other = options;
  other.run.url.ladder = rung::syntax;
  EXPECT_TRUE(seen_set::open(other)) << "the state decides";
  other.is_given = [](std::string_view word) { return word == "ladder"; };
  EXPECT_NE(refusal(other).find("url_options::ladder"), std::string::npos);

  fs::create_directories(path("full"));
  std::ofstream(path("full/file")) << "x";
  seen_set_options full;
  full.state = path("full");
  EXPECT_NE(refusal(full).find("is not a state"), std::string::npos);
  seen_set_options remote;
  remote.state = "https://a.example/state";
  EXPECT_NE(refusal(remote).find("must be on this machine"), std::string::npos);

  std::ofstream(path("list")) << "http://a.example/\n";
  update_options update;
  update.state = path("raw");
  update.run.input.paths = {path("list")};
  update.run.input.format = input_format::urls;
  update.run.output.directory = path("new");
  update.run.output.fields = {field::url, field::raw};
  ASSERT_TRUE(update_state(update, -1));
  seen_set_options raw;
  raw.state = path("raw");
  EXPECT_NE(refusal(raw).find("the field raw"), std::string::npos);

  seen_set_options ruled;
  ruled.state = path("ruled");
  ruled.run.url.tracking_rules = {path("rules")};
  ruled.is_given = [](std::string_view word) { return word == "tracking-rules"; };
  std::ofstream(path("rules")) << "$removeparam=gclid\n";
  {
    result<seen_set> set = seen_set::open(ruled);
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_EQ(inserted(*set, {"http://a.example/?gclid=1"}), strings{"http://a.example/"});
    ASSERT_TRUE(set->close());
  }
  EXPECT_TRUE(seen_set::open(ruled));
  std::ofstream(path("rules")) << "$removeparam=utm_source\n";
  EXPECT_NE(refusal(ruled).find("tracking"), std::string::npos);
}

TEST_F(seen_sets, keep_their_urls_if_the_state_cannot_be_changed) {
  seen_set_options options;
  options.state = path("state");
  result<seen_set> set = seen_set::open(options);
  ASSERT_TRUE(set);
  EXPECT_EQ(inserted(*set, {"http://a.example/"}), strings{"http://a.example/"});
  std::ofstream(path("state")) << "a file";
  EXPECT_FALSE(set->flush());
  EXPECT_FALSE(set->close());
  EXPECT_TRUE(holds(*set, "http://a.example/"));
  fs::remove(path("state"));
  EXPECT_TRUE(set->close());
  EXPECT_EQ(rows_of(path("state")), (std::map<std::string, std::uint64_t>{{"http://a.example/", 1}}));
}

TEST_F(seen_sets, bound_their_memory) {
  seen_set_options options;
  options.run.output.memory = 64U << 20U;
  result<seen_set> set = seen_set::open(options);
  ASSERT_TRUE(set);
  std::uint64_t number = 0;
  for (int round = 0; round < 1000; ++round) {
    strings references;
    for (int i = 0; i < 2000; ++i) references.push_back("http://a.example/" + std::to_string(number++));
    const std::vector<std::string_view> views(references.begin(), references.end());
    const result<new_urls> added = set->insert(views);
    if (added) {
      ASSERT_EQ(added->urls.size(), references.size());
      continue;
    }
    EXPECT_EQ(added.error().code, error_code::out_of_memory);
    EXPECT_GT(number, 200'000U);
    EXPECT_FALSE(holds(*set, references.front()));
    EXPECT_TRUE(holds(*set, "http://a.example/1"));
    return;
  }
  FAIL() << "the set is unbounded";
}

}  // namespace seen_set_test
}  // namespace urlsieve
