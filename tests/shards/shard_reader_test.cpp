#include "src/shards/shard_reader.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "src/shards/manifest_reader.hpp"
#include "src/shards/row_merge.hpp"
#include "src/shards/seen_filter.hpp"
#include "tests/shards/made_run.hpp"
#include "tests/shards/scratch_directory.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace shard_reader_test {

using testing::made_row;
using testing::make_run;
using testing::read_file;
using testing::scratch_directory;

// Returns keys with long common prefixes, some far longer than a block.
std::vector<std::string> made_up_keys(std::size_t count, std::size_t longest, unsigned seed) {
  std::mt19937_64 random(seed);
  std::set<std::string> keys;
  std::string last = "http://a/";
  while (keys.size() < count) {
    last.resize(random() % (last.size() + 1));
    const std::size_t more = random() % longest + 1;
    for (std::size_t i = 0; i < more; ++i) last += static_cast<char>('a' + random() % 3);
    keys.insert(last);
    if (last.size() > 4 * longest) last.resize(8);
  }
  return {keys.begin(), keys.end()};
}

std::vector<made_row> bare(const std::vector<std::string>& keys) {
  std::vector<made_row> rows;
  for (const std::string& key : keys) rows.push_back({key, key});
  return rows;
}

extract_options one_shard(const std::string& directory, compression packing) {
  extract_options options;
  options.output.directory = directory;
  options.output.shards = 1;
  options.output.compress = packing;
  return options;
}

struct opened {
  explicit opened(const std::string& directory)
      : of(*open_manifest(directory)),
        layout(of),
        rows(shard_reader::open(directory, of.shards[0], of, layout)) {}
  manifest of;
  row_layout layout;
  result<shard_reader> rows;
};

class shard_reader_packing : public ::testing::TestWithParam<compression> {};

TEST_P(shard_reader_packing, reads_back_written_rows) {
  for (const auto& [count, longest] :
       {std::pair<std::size_t, std::size_t>{0, 1}, {1, 5}, {2, 5}, {30000, 20}, {40, 300000}}) {
    const scratch_directory scratch;
    const std::vector<std::string> keys = made_up_keys(count, longest, 1);
    const auto failed = make_run(one_shard(scratch / "run", GetParam()), bare(keys));
    ASSERT_FALSE(failed) << failed->message;
    opened run(scratch / "run");
    ASSERT_TRUE(run.rows) << run.rows.error().message;
    std::string before;
    for (const std::string& key : keys) {
      ASSERT_TRUE(run.rows->next()) << run.rows->state().error().message;
      ASSERT_EQ(run.rows->key(), key);
      ASSERT_EQ(run.rows->row(), key);
      ASSERT_EQ(run.rows->row().data()[key.size()], '\n');
      ASSERT_EQ(run.rows->shared(), shared_prefix(before, key));
      if (!before.empty()) {
        ASSERT_EQ(run.rows->previous_row(), before);
      }
      before = key;
    }
    EXPECT_FALSE(run.rows->next());
    EXPECT_FALSE(run.rows->next());
    if (count != 0) {
      EXPECT_EQ(run.rows->previous_row(), before);
    }
    const result<void> sound = run.rows->check();
    EXPECT_TRUE(sound) << sound.error().message;
    EXPECT_EQ(run.rows->summary().lines, keys.size());
    EXPECT_EQ(run.rows->summary().checksum, run.of.shards[0].checksum);
    if (count != 0) {
      EXPECT_EQ(run.rows->summary().last_key, keys.back());
    }
  }
}

// Detects every changed bit, truncation and extra byte.
TEST_P(shard_reader_packing, detects_every_damage) {
  const scratch_directory scratch;
  ASSERT_FALSE(make_run(one_shard(scratch / "run", GetParam()), bare(made_up_keys(60, 20, 2))));
  const opened sound(scratch / "run");
  const std::string path = (scratch / "run").string() + '/' + sound.of.shards[0].name;
  const std::string bytes = read_file(path);
  const auto is_refused = [&](const std::string& damaged) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
    opened run(scratch / "run");
    while (run.rows->next()) {
    }
    return !run.rows->check() && run.rows->check().error().code == error_code::cannot_read;
  };
  EXPECT_FALSE(is_refused(bytes));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    EXPECT_TRUE(is_refused(damaged)) << i;
    EXPECT_TRUE(is_refused(bytes.substr(0, i))) << i;
  }
  EXPECT_TRUE(is_refused(bytes + "x"));
  EXPECT_TRUE(is_refused(bytes + bytes));
}

INSTANTIATE_TEST_SUITE_P(all, shard_reader_packing,
                         ::testing::Values(compression::none, compression::gzip, compression::zstd));

TEST(shard_reader, notes_lines_out_of_order_and_without_a_key) {
  const scratch_directory scratch;
  extract_options options = one_shard(scratch / "run", compression::none);
  options.output.fields = {field::count, field::url};
  options.output.order = row_order::first_seen;
  ASSERT_FALSE(
      make_run(options, {{"b", "1\tb"}, {"a", "2\ta"}, {"a", "3\ta"}, {"c", "no key"}, {"d", "1\td"}}));
  opened run(scratch / "run");
  run.of.order = row_order::bytes;
  run.rows = shard_reader::open(scratch / "run", run.of.shards[0], run.of, run.layout);
  while (run.rows->next()) {
  }
  EXPECT_EQ(run.rows->disordered().count, 3U);  // a below b, a again, d below "no key"
  EXPECT_EQ(run.rows->disordered().first, 2U);
  EXPECT_EQ(run.rows->malformed().count, 1U);
  EXPECT_EQ(run.rows->malformed().first, 4U);
  EXPECT_FALSE(run.rows->check());
}

TEST(shard_reader, refuses_rows_that_take_more_memory_than_there_is) {
  const scratch_directory scratch;
  const std::string large(std::size_t{3} << 20U, 'u');
  ASSERT_FALSE(make_run(one_shard(scratch / "run", compression::zstd), bare({"a", large, "v"})));
  opened run(scratch / "run");
  const auto rows_read = [&](std::uint64_t memory) {
    run.rows = shard_reader::open(scratch / "run", run.of.shards[0], run.of, run.layout, memory);
    while (run.rows->next()) {
    }
    return std::pair(run.rows->lines(), run.rows->state().has_value());
  };
  EXPECT_EQ(rows_read(std::uint64_t{24} << 20U), std::pair(std::uint64_t{3}, true));
  EXPECT_EQ(rows_read(std::uint64_t{3} << 20U), std::pair(std::uint64_t{1}, false));
  // With any memory budget, no row may be longer than the declared content.
  run.of.shards[0].content_bytes = 1000;
  EXPECT_EQ(rows_read(std::uint64_t{1} << 40U), std::pair(std::uint64_t{1}, false));
}

TEST(shard_reader, rejects_special_files) {
  const scratch_directory scratch;
  ASSERT_FALSE(make_run(one_shard(scratch / "run", compression::none), bare({"a"})));
  const opened run(scratch / "run");
  const std::string part = (scratch / "run").string() + "/" + run.of.shards[0].name;
  ASSERT_EQ(std::remove(part.c_str()), 0);
  ASSERT_EQ(::mkfifo(part.c_str(), 0600), 0);
  const auto rows = shard_reader::open(scratch / "run", run.of.shards[0], run.of, run.layout);
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().message, part + " is not a regular file");
}

TEST(row_merge, gives_all_rows_in_order_and_knows_the_same_keys) {
  for (const row_order order : {row_order::bytes, row_order::surt}) {
    for (const std::size_t runs : {1U, 2U, 3U, 5U, 8U}) {
      const scratch_directory scratch;
      std::mt19937_64 random(runs);
      const std::vector<std::string> keys = made_up_keys(3000, 12, 3);
      using item = std::pair<std::string, std::size_t>;
      std::vector<item> expected;
      std::vector<manifest> manifests;
      std::vector<row_layout> layouts;
      for (std::size_t i = 0; i < runs; ++i) {
        std::vector<std::string> some;
        for (const std::string& key : keys)
          if (random() % (i + 2) == 0) some.push_back(key);
        if (i == 3) some.clear();
        const std::string directory = scratch / std::to_string(i);
        extract_options options = one_shard(directory, compression::zstd);
        options.output.order = order;
        ASSERT_FALSE(make_run(options, bare(some)));
        for (const std::string& key : some) {
          expected.emplace_back("", i);
          assign_sort_key(order, key, expected.back().first);
        }
        manifests.push_back(*open_manifest(directory));
      }
      std::sort(expected.begin(), expected.end());
      for (const manifest& of : manifests) layouts.emplace_back(of);
      std::vector<shard_reader> readers;
      for (std::size_t i = 0; i < runs; ++i)
        readers.push_back(*shard_reader::open(scratch / std::to_string(i), manifests[i].shards[0],
                                              manifests[i], layouts[i]));
      row_merge merge = merge_by_key(readers);
      std::string before = "none";
      for (const auto& [key, reader] : expected) {
        ASSERT_TRUE(merge.next());
        ASSERT_EQ(readers[merge.index()].sort_key(), key);
        ASSERT_EQ(merge.index(), reader);
        ASSERT_EQ(merge.same_key(), key == before);
        before = key;
      }
      EXPECT_FALSE(merge.next());
      EXPECT_FALSE(merge.next());
    }
  }
}

TEST(seen_filter, knows_urls_of_earlier_runs) {
  const scratch_directory scratch;
  const std::vector<std::string> keys = made_up_keys(5000, 12, 4);
  extract_options options;
  options.output.shards = 3;
  options.output.compress = compression::zstd;
  std::set<std::string> known;
  for (const std::size_t run : {0U, 1U}) {
    std::vector<std::string> some;
    for (std::size_t i = run; i < keys.size(); i += 3) some.push_back(keys[i]);
    known.insert(some.begin(), some.end());
    options.output.directory = scratch / std::to_string(run);
    options.output.fields = run == 0 ? std::vector{field::url} : std::vector{field::count, field::url};
    std::vector<made_row> rows;
    for (const std::string& key : some) rows.push_back({key, run == 0 ? key : "1\t" + key});
    ASSERT_FALSE(make_run(options, rows));
    options.output.seen.push_back(options.output.directory);
  }
  const result<seen_directories> seen = seen_directories::open(options);
  ASSERT_TRUE(seen) << seen.error().message;
  for (std::uint32_t shard = 0; shard < 3; ++shard) {
    result<seen_filter> filter = seen_filter::open(*seen, shard, keys.size());
    ASSERT_TRUE(filter) << filter.error().message;
    std::size_t asked = 0;
    for (const std::string& key : keys) {
      if (partition(partition_key::url, 3).shard(key) != shard) continue;
      ASSERT_EQ(filter->knows(key), known.contains(key)) << key;
      if (++asked == 700 && shard == 2) break;  // the filter still reads the rest of the files
    }
    EXPECT_TRUE(filter->finish());
  }
}

// Two earlier runs, each with a third of the keys, and with enough rows for eight searches each.
class seen_search : public ::testing::TestWithParam<std::tuple<compression, row_order, unsigned>> {
 protected:
  static constexpr std::size_t rows_of_a_run = 8 * seen_filter::rows_per_search;

  // The largest number of expected URLs for which the filter searches instead of reading the shard.
  static constexpr std::uint64_t few = 8;

  void SetUp() override {
    options_.output.shards = 1;
    options_.output.compress = std::get<compression>(GetParam());
    options_.output.order = std::get<row_order>(GetParam());
    options_.output.filter_bits = std::get<unsigned>(GetParam());
    for (const std::size_t run : {0U, 1U}) {
      std::vector<std::string> keys;
      for (std::size_t i = 0; i < rows_of_a_run; ++i) keys.push_back(key_of(3 * i + run));
      options_.output.directory = scratch_ / std::to_string(run);
      ASSERT_FALSE(make_run(options_, bare(keys)));
      options_.output.seen.push_back(options_.output.directory);
    }
  }

  // Every third key is in no run.
  static std::string key_of(std::size_t number) {
    const std::string digits = std::to_string(number);
    return "http://example.com/" + std::string(8 - digits.size(), '0') + digits;
  }

  // Asks for every `step`-th key, and returns the number of wrong answers.
  static std::size_t wrong_answers(seen_filter& filter, std::size_t step) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < 3 * rows_of_a_run; i += step)
      if (filter.knows(key_of(i)) != (i % 3 != 2)) ++wrong;
    return wrong;
  }

  // Overwrites bytes in the middle of the first run.
  void damage() const {
    const auto path = scratch_ / ("0/part-00000-of-00001.txt" +
                                  std::string(options_.output.compress == compression::zstd ? ".zst" : ""));
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(path) / 2));
    file << std::string(32, '~');
    ASSERT_TRUE(file.flush());
  }

  static std::string content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const scratch_directory scratch_;
  extract_options options_;
};

TEST_P(seen_search, equals_a_stream) {
  const result<seen_directories> seen = seen_directories::open(options_);
  ASSERT_TRUE(seen) << seen.error().message;
  for (const std::size_t step : {rows_of_a_run / 3 + 1, rows_of_a_run / 100, std::size_t{7}}) {
    for (const std::uint64_t expected : {few, few + 1}) {
      result<seen_filter> filter = seen_filter::open(*seen, 0, expected);
      ASSERT_TRUE(filter) << filter.error().message;
      EXPECT_EQ(wrong_answers(*filter, step), 0U) << step << " " << expected;
      EXPECT_TRUE(filter->finish());
    }
  }
}

// The filter excludes most unknown keys without a search. A search of zstd shards verifies the frames that it
// reads; all other methods verify the files.
TEST_P(seen_search, finds_damage_in_read_frames) {
  ASSERT_NO_FATAL_FAILURE(damage());
  const result<seen_directories> seen = seen_directories::open(options_);
  ASSERT_TRUE(seen) << seen.error().message;
  const bool is_zstd = options_.output.compress == compression::zstd;
  for (const std::uint64_t expected : {few, few + 1}) {
    result<seen_filter> filter = seen_filter::open(*seen, 0, expected);
    ASSERT_TRUE(filter) << filter.error().message;
    (void)filter->knows(key_of(3 * (rows_of_a_run - 1)));  // in the last frame
    const bool searches = expected == few || options_.output.filter_bits != 0;
    EXPECT_EQ(filter->finish().has_value(), is_zstd && searches);
  }
  result<seen_filter> filter = seen_filter::open(*seen, 0, few);
  ASSERT_TRUE(filter) << filter.error().message;
  for (std::size_t part = 40; part <= 60; ++part)
    (void)filter->knows(key_of(3 * (part * rows_of_a_run / 100)));
  EXPECT_FALSE(filter->finish());
}

using shard_form = std::tuple<compression, row_order, unsigned>;  // with the bits of filters
constexpr std::array forms_with_filters{shard_form{compression::zstd, row_order::bytes, 10U},
                                        shard_form{compression::none, row_order::surt, 10U}};

INSTANTIATE_TEST_SUITE_P(shards, seen_search,
                         ::testing::Combine(::testing::Values(compression::none, compression::zstd),
                                            ::testing::Values(row_order::bytes, row_order::surt),
                                            ::testing::Values(0U)));
INSTANTIATE_TEST_SUITE_P(shards_with_filters, seen_search, ::testing::ValuesIn(forms_with_filters));

class seen_filters : public seen_search {};

// The shards are damaged, so only the filters can answer.
TEST_P(seen_filters, trusts_only_filters_on_request) {
  options_.output.seen_approx = true;
  const result<seen_directories> seen = seen_directories::open(options_);
  ASSERT_NO_FATAL_FAILURE(damage());
  ASSERT_TRUE(seen) << seen.error().message;
  result<seen_filter> filter = seen_filter::open(*seen, 0, few);
  ASSERT_TRUE(filter) << filter.error().message;
  std::size_t false_positives = 0;
  for (std::size_t i = 0; i < 3 * rows_of_a_run; ++i) {
    const bool known = filter->knows(key_of(i));
    if (i % 3 != 2) ASSERT_TRUE(known) << i;
    if (i % 3 == 2 && known) ++false_positives;
  }
  EXPECT_GT(false_positives, 0U);
  EXPECT_LT(false_positives, rows_of_a_run / 200);
  EXPECT_TRUE(filter->finish());
}

// Every byte after the magic number has a checksum or is compared with the manifest.
TEST_P(seen_filters, names_and_rebuilds_damaged_filters) {
  const std::filesystem::path path = scratch_ / "1/_part-00000-of-00001.filter";
  const std::string whole = content_of(path);
  for (const std::size_t at :
       {std::size_t{9}, std::size_t{5000}, whole.size() - 60, whole.size() - 30, whole.size()}) {
    std::string changed = whole;
    if (at < whole.size())
      changed[at] = static_cast<char>(changed[at] ^ 1);
    else
      changed.append("x");
    std::ofstream(path, std::ios::binary) << changed;
    const result<seen_directories> seen = seen_directories::open(options_);
    ASSERT_TRUE(seen) << seen.error().message;
    result<seen_filter> filter = seen_filter::open(*seen, 0, few);
    ASSERT_TRUE(filter) << filter.error().message;
    EXPECT_EQ(wrong_answers(*filter, rows_of_a_run / 100), 0U);
    EXPECT_TRUE(filter->finish());
    const auto damaged = seen->damaged_filters();
    ASSERT_EQ(damaged.size(), 1U) << at;
    EXPECT_NE(damaged.front().fault.find(path.string()), std::string::npos);
    ASSERT_TRUE(seen->rebuild(damaged.front(), scratch_.path()));
    EXPECT_EQ(content_of(path), whole);
  }
}

INSTANTIATE_TEST_SUITE_P(shards, seen_filters, ::testing::ValuesIn(forms_with_filters));

TEST(seen_filter, refuses_directories_without_filters_if_filters_are_trusted) {
  const scratch_directory scratch;
  extract_options options;
  options.output.directory = scratch / "old";
  ASSERT_FALSE(make_run(options, bare({"http://a.example/"})));
  options.output.seen = {(scratch / "old").string()};
  options.output.seen_approx = true;
  const result<seen_directories> seen = seen_directories::open(options);
  ASSERT_FALSE(seen);
  EXPECT_NE(seen.error().message.find("output_options::filter_bits"), std::string::npos);
}

TEST(seen_filter, rejects_incompatible_runs_and_finds_damage) {
  const scratch_directory scratch;
  extract_options options;
  options.output.shards = 2;
  options.output.directory = scratch / "old";
  ASSERT_FALSE(make_run(options, bare(made_up_keys(100, 9, 5))));
  options.output.seen = {(scratch / "old").string()};
  const auto why = [&](auto change) {
    extract_options other = options;
    change(other);
    const result<seen_directories> seen = seen_directories::open(other);
    return seen ? std::string() : seen.error().message;
  };
  EXPECT_EQ(why([](extract_options&) {}), "");
  EXPECT_EQ(why([](extract_options& o) { o.output.fields = {field::url, field::count}; }), "");
  EXPECT_EQ(why([](extract_options& o) { o.output.order = row_order::first_seen; }), "");
  EXPECT_NE(why([](extract_options& o) { o.output.shards = 3; }).find("merge_options::reshard"),
            std::string::npos);
  EXPECT_NE(why([](extract_options& o) { o.url.ladder = rung::string; }).find("url_options::ladder"),
            std::string::npos);
  EXPECT_NE(why([](extract_options& o) {
              o.output.shard_by = partition_key::host;
            }).find("output_options::shard_by"),
            std::string::npos);
  EXPECT_NE(why([](extract_options& o) { o.output.order = row_order::surt; }).find("output_options::order"),
            std::string::npos);
  EXPECT_NE(why([](extract_options& o) { o.output.seen = {"/nowhere/at/all"}; }).find("/nowhere"),
            std::string::npos);

  const result<seen_directories> seen = seen_directories::open(options);
  ASSERT_TRUE(seen);
  std::filesystem::resize_file(scratch / "old/part-00001-of-00002.txt", 100);
  result<seen_filter> filter = seen_filter::open(*seen, 1, 100);
  ASSERT_TRUE(filter);
  EXPECT_FALSE(filter->finish());
  EXPECT_TRUE(seen_filter::open(*seen, 0, 100)->finish());
  std::filesystem::remove(scratch / "old/part-00000-of-00002.txt");
  EXPECT_FALSE(seen_filter::open(*seen, 0, 100));
  std::filesystem::remove(scratch / "old/_SUCCESS");
  EXPECT_NE(why([](extract_options&) {}).find("_SUCCESS"), std::string::npos);
}

}  // namespace shard_reader_test
}  // namespace urlsieve
