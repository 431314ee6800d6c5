// A merge equals a single run for any threads, split and number of shards; verification and statistics of
// both.
#include "urlsieve/merge_shards.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/shared_data.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/shard_census.hpp"
#include "urlsieve/verify_shards.hpp"

namespace urlsieve {
namespace merge_shards_test {

namespace fs = std::filesystem;

class merged_shards : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "urlsieve-merge-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }

  // Returns files of uneven length with repeated URLs of a few hosts.
  std::vector<std::string> inputs(int files) {
    std::mt19937_64 random(5);
    std::vector<std::string> names;
    for (int file = 0; file < files; ++file) {
      names.push_back(at("in" + std::to_string(file)));
      std::ofstream out(names.back());
      for (std::uint64_t i = 0, lines = 500 + random() % 1500; i < lines; ++i)
        out << "http://h" << random() % 40 << ".example/" << random() % 200 << '\n';
    }
    return names;
  }

  void extract_to(const std::string& directory, const std::vector<std::string>& from,
                  extract_options options = {}) {
    options.input.format = input_format::urls;
    options.input.paths = from;
    options.output.directory = at(directory);
    options.threads = 2;
    const result<run_summary> done = extract(options, -1);
    ASSERT_TRUE(done) << done.error().message;
  }

  [[nodiscard]] std::map<std::string, std::string> files_of(const std::string& directory) const {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& file : fs::directory_iterator(folder_ / directory))
      files[file.path().filename().string()] = testing::read_file(file.path());
    return files;
  }

  fs::path folder_;
};

TEST_F(merged_shards, is_a_single_run_for_any_threads_and_split) {
  const std::vector<std::string> names = inputs(7);
  extract_options options;
  options.output.shards = 5;
  options.output.compress = compression::zstd;
  options.output.fields = {field::url, field::count, field::sources, field::source, field::offset};
  options.output.max_sources = 3;
  for (const row_order order : {row_order::bytes, row_order::surt}) {
    options.output.order = order;
    options.output.force = true;
    extract_to("single", names, options);
    for (const std::size_t parts : {2U, 3U, 7U}) {
      merge_options merge;
      for (std::size_t part = 0; part < parts; ++part) {
        const auto begin = names.begin() + static_cast<std::ptrdiff_t>(part * names.size() / parts);
        const auto end = names.begin() + static_cast<std::ptrdiff_t>((part + 1) * names.size() / parts);
        const std::string name = "part" + std::to_string(part);
        extract_to(name, {begin, end}, options);
        merge.directories.push_back(at(name));
      }
      merge.output = at("merged");
      merge.force = true;
      for (const unsigned threads : {1U, 2U, 8U}) {
        merge.threads = threads;
        const result<manifest> done = merge_shards(merge);
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_EQ(files_of("merged"), files_of("single"));
        const result<verify_report> sound = verify_shards({merge.output}, threads);
        ASSERT_TRUE(sound);
        EXPECT_TRUE(sound->faults.empty()) << sound->faults.front();
        EXPECT_EQ(sound->lines, done->unique);
      }
    }
  }
}

TEST_F(merged_shards, makes_any_number_of_shards) {
  const std::vector<std::string> names = inputs(2);
  extract_options options;
  options.output.fields = {field::shard, field::url};
  for (const partition_key by : {partition_key::url, partition_key::host}) {
    options.output.shard_by = by;
    options.output.force = true;
    for (const std::uint32_t from : {3U, 8U}) {
      options.output.shards = from;
      extract_to("from", names, options);
      for (const std::uint32_t to : {1U, 5U, 16U}) {
        options.output.shards = to;
        extract_to("to", names, options);
        merge_options merge;
        merge.directories = {at("from")};
        merge.output = at("merged");
        merge.reshard = to;
        merge.force = true;
        const result<manifest> done = merge_shards(merge);
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_EQ(files_of("merged"), files_of("to")) << from << " to " << to;
      }
    }
  }
}

// Runs in different forms of rows, and in different compressions, are merged into the run in the chosen form.
TEST_F(merged_shards, joins_rows_of_any_forms) {
  const std::vector<std::string> names = inputs(6);
  const std::array<std::pair<row_form, compression>, 3> forms{{{row_form::tsv, compression::gzip},
                                                               {row_form::jsonl, compression::none},
                                                               {row_form::parquet, compression::zstd}}};
  const std::vector<std::vector<field>> columns{
      {field::url},
      {field::shard, field::url, field::key, field::count, field::sources, field::source, field::offset,
       field::record_offset, field::query, field::port, field::rel, field::where, field::domain},
  };
  for (const std::vector<field>& fields : columns) {
    for (const auto& [form, packing] : forms) {
      extract_options options;
      options.output.shards = 3;
      options.output.shard_by = partition_key::url;
      options.output.fields = fields;
      options.output.key = fields.size() > 1 ? key_form::surt : key_form::none;
      options.output.max_sources = 3;
      options.output.force = true;
      merge_options merge;
      for (std::size_t i = 0; i < names.size(); ++i) {
        options.output.format = forms[i % 3].first;
        options.output.compress = forms[i % 3].second;
        extract_to("part" + std::to_string(i), {names[i]}, options);
        merge.directories.push_back(at("part" + std::to_string(i)));
      }
      options.output.format = form;
      options.output.compress = packing;
      extract_to("single", names, options);
      merge.output = at("merged");
      merge.force = true;
      merge.format = form;
      merge.compress = packing;
      for (const std::uint64_t mebibytes : {0U, 40U}) {
        merge.memory = mebibytes << 20U;
        const result<manifest> done = merge_shards(merge);
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_EQ(files_of("merged"), files_of("single")) << name_of(form) << ' ' << mebibytes;
      }
      merge.format = row_form::csv;
      EXPECT_FALSE(merge_shards(merge));
    }
  }
}

TEST_F(merged_shards, stays_within_its_memory_or_reports_the_need) {
  extract_options options;
  options.output.shards = 1;
  extract_to("a", inputs(1), options);
  merge_options merge;
  merge.directories.assign(40, at("a"));
  merge.output = at("merged");
  merge.memory = std::uint64_t{20} << 20U;
  const result<manifest> refused = merge_shards(merge);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, error_code::usage);
  EXPECT_NE(refused.error().message.find("MiB"), std::string::npos);
  merge.memory = std::uint64_t{128} << 20U;
  ASSERT_TRUE(merge_shards(merge));
  const std::map<std::string, std::string> at_once = files_of("merged");
  merge.force = true;
  merge.memory = std::uint64_t{21} << 20U;
  ASSERT_TRUE(merge_shards(merge));
  EXPECT_EQ(files_of("merged"), at_once);
}

TEST_F(merged_shards, ends_when_asked_and_leaves_nothing) {
  extract_options options;
  extract_to("a", inputs(1), options);
  merge_options merge;
  merge.directories = {at("a"), at("a")};
  merge.output = at("merged");
  run_monitor monitor;
  monitor.stop = true;
  const result<manifest> stopped = merge_shards(merge, &monitor);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, error_code::interrupted);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
    EXPECT_EQ(entry.path().filename().string().find("merged"), std::string::npos);
}

TEST_F(merged_shards, counts_hosts_the_same_for_any_threads) {
  extract_options options;
  options.output.shards = 9;
  options.output.fields = {field::count, field::url};
  extract_to("a", inputs(3), options);
  std::map<std::string, std::uint64_t> expected;
  for (const auto& [name, rows] : files_of("a")) {
    if (!name.starts_with("part")) continue;
    for (std::size_t at = rows.find("//"); at != std::string::npos; at = rows.find("//", at + 2))
      ++expected[rows.substr(at + 2, rows.find('/', at + 2) - at - 2)];
  }
  for (const unsigned threads : {1U, 4U}) {
    const result<shard_census> census = take_census({at("a")}, threads);
    ASSERT_TRUE(census) << census.error().message;
    EXPECT_EQ(census->hosts.names(), expected.size());
    for (const top_counts::entry& entry : census->hosts.top(100)) EXPECT_EQ(entry.urls, expected[entry.name]);
    EXPECT_EQ(census->schemes.top(1).at(0).urls, census->lines);
    EXPECT_EQ(census->schemes.top(1).at(0).references, census->all.kept);
  }
}

}  // namespace merge_shards_test
}  // namespace urlsieve
