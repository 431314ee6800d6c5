// output_reader: rows of a directory, a shard, a prefix, and a range of SURT keys.
#include "urlsieve/output_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "urlsieve/urlsieve.hpp"

namespace urlsieve {
namespace output_reader_test {

using rows = std::vector<std::string>;

class output_reader_test : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "urlsieve-rows-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const extract_options& how) {
    const std::string input = (folder_ / "in.txt").string();
    std::ofstream(input) << "http://b.example.org/1 http://a.example.org/2 http://example.org/3\n"
                            "http://a.example.org/2 http://other.example/x http://b.example.org/0\n";
    extract_options options = how;
    options.input.paths = {input};
    options.output.directory = (folder_ / name).string();
    EXPECT_TRUE(extract(options, -1).has_value());
    return options.output.directory;
  }

  std::filesystem::path folder_;
};

TEST_F(output_reader_test, gives_rows_with_their_fields) {
  extract_options options;
  options.output.shards = 3;
  options.output.fields = {field::url, field::count, field::shard};
  for (const bool jsonl : {false, true}) {
    for (const compression packing : {compression::none, compression::zstd}) {
      options.output.format = jsonl ? row_form::jsonl : row_form::tsv;
      options.output.compress = packing;
      const result<output_reader> reader =
          output_reader::open(write("d" + std::to_string(jsonl) + std::string(name_of(packing)), options));
      ASSERT_TRUE(reader.has_value());
      EXPECT_EQ(reader->described().fields, (rows{"url", "count", "shard"}));
      rows all;
      ASSERT_TRUE(reader->read([&](const output_row& row) {
        ASSERT_EQ(row.values.size(), 3U);
        EXPECT_EQ(row.values[2], std::to_string(row.shard));
        EXPECT_EQ(row.values[0], jsonl ? "\"" + std::string(row.url) + "\"" : row.url);
        all.push_back(std::string(row.url) + " " + std::string(row.values[1]));
      }));
      rows by_shard;
      for (std::uint32_t shard = 0; shard < 3; ++shard)
        ASSERT_TRUE(reader->read_shard(shard, [&](const output_row& row) {
          by_shard.push_back(std::string(row.url) + " " + std::string(row.values[1]));
        }));
      EXPECT_EQ(all, by_shard);
      std::sort(all.begin(), all.end());
      EXPECT_EQ(all, (rows{"http://a.example.org/2 2", "http://b.example.org/0 1", "http://b.example.org/1 1",
                           "http://example.org/3 1", "http://other.example/x 1"}));
      EXPECT_EQ(reader->read_shard(3, [](const output_row&) {}).error().code, error_code::no_such_input);
    }
  }
}

TEST_F(output_reader_test, finds_prefixes_and_ranges_in_any_order) {
  extract_options options;
  options.output.shards = 2;
  for (const row_order order : {row_order::bytes, row_order::surt, row_order::first_seen}) {
    options.output.order = order;
    const result<output_reader> reader =
        output_reader::open(write("o" + std::string(name_of(order)), options));
    ASSERT_TRUE(reader.has_value());
    rows found;
    const auto take = [&](const output_row& row) { found.emplace_back(row.url); };
    const auto sorted = [&] {
      std::sort(found.begin(), found.end());
      return std::exchange(found, {});
    };
    ASSERT_TRUE(reader->read_prefix("http://b.", take));
    EXPECT_EQ(sorted(), (rows{"http://b.example.org/0", "http://b.example.org/1"}));
    ASSERT_TRUE(reader->read_prefix("http://c", take));
    EXPECT_EQ(sorted(), rows());
    ASSERT_TRUE(reader->read_surts("org,example", "org,example-", take));
    EXPECT_EQ(sorted(), (rows{"http://a.example.org/2", "http://b.example.org/0", "http://b.example.org/1",
                              "http://example.org/3"}));
    ASSERT_TRUE(reader->read_surts("org,example,a)/", "org,example,a)0", take));
    EXPECT_EQ(sorted(), rows{"http://a.example.org/2"});
    ASSERT_TRUE(reader->read_surts("org,example,b", "", take));
    EXPECT_EQ(sorted(), (rows{"http://b.example.org/0", "http://b.example.org/1"}));
  }
}

TEST_F(output_reader_test, stops_propagates_exceptions_and_reports_damage) {
  extract_options options;
  options.output.shards = 1;
  const std::string directory = write("one", options);
  const result<output_reader> reader = output_reader::open(directory);
  ASSERT_TRUE(reader.has_value());
  std::size_t taken = 0;
  EXPECT_TRUE(reader->read([&](const output_row&) { return ++taken < 2; }));
  EXPECT_EQ(taken, 2U);
  EXPECT_THROW(static_cast<void>(reader->read([](const output_row&) { throw std::runtime_error("x"); })),
               std::runtime_error);
  std::ofstream(directory + "/" + reader->described().shards[0].name, std::ios::app) << "http://z.example/\n";
  const result<void> damaged = reader->read([](const output_row&) {});
  ASSERT_FALSE(damaged.has_value());
  EXPECT_EQ(damaged.error().code, error_code::cannot_read);
  EXPECT_EQ(output_reader::open((folder_ / "none").string()).error().code, error_code::no_such_input);
  std::filesystem::remove(directory + "/_SUCCESS");
  EXPECT_EQ(output_reader::open(directory).error().code, error_code::cannot_read);
  EXPECT_TRUE(output_reader::open(directory, success_marker_policy::may_be_missing).has_value());
}

// The umbrella header alone suffices for the functions of the subcommands.
TEST_F(output_reader_test, scans_stop_without_rows) {
  extract_options options;
  options.output.order = row_order::first_seen;
  result<output_reader> reader = output_reader::open(write("unsorted", options));
  ASSERT_TRUE(reader.has_value());
  std::atomic<bool> stop{true};
  reader->stop_when(stop);
  std::size_t found = 0;
  const auto count = [&found](const output_row&) { ++found; };
  ASSERT_TRUE(reader->read(count));
  ASSERT_TRUE(reader->read_prefix("http://b.", count));
  EXPECT_EQ(found, 0U);
  stop = false;
  ASSERT_TRUE(reader->read_prefix("http://b.", count));
  EXPECT_EQ(found, 2U);
}

TEST_F(output_reader_test, merge_verify_and_census_are_public) {
  extract_options options;
  options.output.shards = 2;
  const std::string first = write("first", options);
  const std::string second = write("second", options);
  const std::string both = (folder_ / "both").string();
  const result<manifest> merged = merge_shards({.directories = {first, second}, .output = both});
  ASSERT_TRUE(merged.has_value()) << merged.error().message;
  EXPECT_EQ(merged->unique, 5U);
  const result<verify_report> checked = verify_shards({first, both}, 1);
  ASSERT_TRUE(checked.has_value());
  EXPECT_TRUE(checked->faults.empty());
  EXPECT_EQ(checked->lines, 10U);
  const result<shard_census> counted = take_census({both}, 1);
  ASSERT_TRUE(counted.has_value());
  EXPECT_EQ(counted->domains.top(1).at(0).name, "example.org");
  EXPECT_EQ(counted->domains.top(1).at(0).urls, 4U);
}

}  // namespace output_reader_test
}  // namespace urlsieve
