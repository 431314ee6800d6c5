#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "src/shards/filter_check.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/filter_reader.hpp"
#include "src/shards/filter_writer.hpp"
#include "src/shards/sort_key.hpp"
#include "tests/shards/scratch_directory.hpp"

namespace urlsieve {
namespace {

constexpr unsigned bits_of_test = 10;
constexpr std::string_view shard_name = "part-00000-of-00001.txt";

std::string sort_key_of(row_order order, const std::string& key) {
  std::string sort_key;
  assign_sort_key(order, key, sort_key);
  return sort_key;
}

std::vector<std::string> sorted_keys(std::size_t count, row_order order, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<std::string, std::string>> sorted;  // with the sort key
  for (std::size_t i = 0; i < count; ++i) {
    std::string key = "http://host" + std::to_string(random() % 100) + ".example/" + std::to_string(random());
    std::string sort_key = sort_key_of(order, key);
    sorted.emplace_back(std::move(sort_key), std::move(key));
  }
  std::ranges::sort(sorted);
  std::vector<std::string> keys;
  for (auto& [sort_key, key] : sorted) keys.push_back(std::move(key));
  return keys;
}

// Writes a filter of `keys` into `directory`, and returns the entry of its shard.
shard_summary written(const std::string& directory, const std::vector<std::string>& keys, row_order order) {
  shard_summary entry;
  entry.name = shard_name;
  entry.lines = keys.size();
  result<filter_writer> writer =
      filter_writer::create(directory + '/' + filter_file_name(shard_name), order, bits_of_test);
  EXPECT_TRUE(writer);
  for (const std::string& key : keys) writer->add(key);
  const result<filter_summary> done = writer->finish([](durable_file& out) { return out.close(); });
  EXPECT_TRUE(done);
  entry.filter = *done;
  return entry;
}

class filter_file_of : public ::testing::TestWithParam<std::tuple<std::size_t, row_order>> {};

TEST_P(filter_file_of, holds_the_keys_of_all_segments) {
  const auto [count, order] = GetParam();
  const testing::scratch_directory scratch;
  const std::vector<std::string> keys = sorted_keys(count, order, 1);
  const shard_summary entry = written(scratch / "", keys, order);
  result<filter_reader> reader = filter_reader::open(scratch / "", entry, {});
  ASSERT_TRUE(reader) << reader.error().message;
  const auto holds = [&](const std::string& key) {
    const result<bool> held = reader->may_hold(key, sort_key_of(order, key));
    EXPECT_TRUE(held);
    return held && *held;
  };
  for (const std::string& key : keys) ASSERT_TRUE(holds(key)) << key;
  const std::vector<std::string> others = sorted_keys(20000, order, 2);
  const auto false_positives = std::ranges::count_if(others, holds);
  EXPECT_LT(false_positives, 60);
  EXPECT_FALSE(holds("a:"));  // before the first key
}

INSTANTIATE_TEST_SUITE_P(sizes, filter_file_of,
                         ::testing::Combine(::testing::Values(0U, 1U, filter_file::segment_keys,
                                                              filter_file::segment_keys + 1, 70000U),
                                            ::testing::Values(row_order::bytes, row_order::surt)));

// A changed byte is an error, at the latest when the reader loads its segment.
TEST(filter_file, finds_every_changed_byte) {
  const testing::scratch_directory scratch;
  const std::vector<std::string> keys = sorted_keys(filter_file::segment_keys + 500, row_order::bytes, 3);
  const shard_summary entry = written(scratch / "", keys, row_order::bytes);
  const std::string path = scratch / filter_file_name(shard_name);
  std::ifstream file(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  for (std::size_t at = filter_file::magic.size(); at < whole.size();
       at += at + 400 < whole.size() ? 1987 : 1) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    std::ofstream(path, std::ios::binary) << changed;
    result<filter_reader> reader = filter_reader::open(scratch / "", entry, {});
    const bool failed = !reader || !reader->may_hold(keys.front(), keys.front()) ||
                        !reader->may_hold(keys.back(), keys.back());
    EXPECT_TRUE(failed) << at;
  }
}

TEST(filter_check, reports_changed_bytes_and_lacking_keys) {
  const testing::scratch_directory scratch;
  const std::vector<std::string> keys = sorted_keys(100, row_order::bytes, 4);
  shard_summary entry = written(scratch / "", keys, row_order::bytes);
  EXPECT_TRUE(filter_check(scratch / "", entry, {}).finish().empty());
  entry.filter.checksum[0] = entry.filter.checksum[0] == '0' ? '1' : '0';
  EXPECT_EQ(filter_check(scratch / "", entry, {}).finish().size(), 1U);
  ++entry.lines;
  EXPECT_EQ(filter_check(scratch / "", entry, {}).finish().size(), 1U);
}

}  // namespace
}  // namespace urlsieve
