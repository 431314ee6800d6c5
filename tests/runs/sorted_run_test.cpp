#include "src/runs/run_reader.hpp"
#include "src/runs/run_writer.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/runs/made_up_urls.hpp"
#include "tests/runs/run_directory.hpp"

namespace urlsieve {
namespace sorted_run_test {

struct owned {
  std::string url;
  std::uint64_t count;
  std::uint64_t order;
  std::string columns;
  std::string sources;
};

std::vector<owned> made_up_entries(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::string> urls = testing::made_up_urls(count, seed);
  std::sort(urls.begin(), urls.end());
  urls.erase(std::unique(urls.begin(), urls.end()), urls.end());
  std::vector<owned> entries;
  for (std::string& url : urls) {
    const std::uint64_t number = random() >> (random() % 64);
    entries.push_back({std::move(url), number % max_count, random() >> (random() % 64),
                       std::string(random() % 5, 'c'), std::string(random() % 300, 's')});
  }
  return entries;
}

result<run_file> write(const std::string& directory, const std::vector<owned>& entries, run_fields fields) {
  result<run_writer> writer = run_writer::create(directory, "run", fields);
  if (!writer) return tl::unexpected(writer.error());
  for (const owned& entry : entries) {
    if (!writer->append({entry.url, entry.count, entry.order, entry.columns, entry.sources})) break;
  }
  return writer->finish();
}

void expect_entries(entry_stream& stream, const std::vector<owned>& entries, run_fields fields) {
  std::string before;
  for (const owned& item : entries) {
    ASSERT_TRUE(stream.advance());
    const known_url& entry = stream.entry();
    ASSERT_EQ(entry.url, item.url);
    ASSERT_EQ(entry.count, item.count);
    ASSERT_EQ(entry.order, fields.order ? item.order : 0);
    ASSERT_EQ(entry.columns, fields.columns ? item.columns : "");
    ASSERT_EQ(entry.sources, fields.sources ? item.sources : "");
    const auto common = std::mismatch(before.begin(), before.end(), item.url.begin(), item.url.end());
    ASSERT_EQ(stream.shared(), static_cast<std::size_t>(common.first - before.begin()));
    before = item.url;
  }
  EXPECT_FALSE(stream.advance());
  EXPECT_TRUE(stream.state().has_value());
}

TEST(sorted_run, reads_back_written_entries) {
  for (const std::size_t count : {0U, 1U, 2U, 100U, 5000U, 30000U}) {
    const std::vector<owned> entries = made_up_entries(count, count);
    for (unsigned bits = 0; bits < 8; ++bits) {
      const run_fields fields{(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
      const testing::run_directory place;
      const result<run_file> run = write(place.path(), entries, fields);
      ASSERT_TRUE(run.has_value());
      EXPECT_EQ(run->entries, entries.size());
      EXPECT_EQ(run->bytes, std::filesystem::file_size(place.path() + "/run"));
      block_decompressor unpacker;
      auto reader = run_reader::open(place.path(), *run, unpacker);
      ASSERT_TRUE(reader.has_value());
      expect_entries(**reader, entries, fields);
    }
  }
}

TEST(sorted_run, holds_entries_larger_than_a_block) {
  std::vector<owned> entries;
  for (std::size_t i = 0; i < 6; ++i)
    entries.push_back({std::string(i * 100000, 'a') + "b", 1, i, std::string(70000 * (i % 2), 'c'),
                       std::string(1000000 * (i % 3), 's')});
  std::sort(entries.begin(), entries.end(), [](const owned& a, const owned& b) { return a.url < b.url; });
  const testing::run_directory place;
  const run_fields fields{true, true, true};
  const result<run_file> run = write(place.path(), entries, fields);
  ASSERT_TRUE(run.has_value());
  block_decompressor unpacker;
  auto reader = run_reader::open(place.path(), *run, unpacker);
  ASSERT_TRUE(reader.has_value());
  expect_entries(**reader, entries, fields);
}

// Returns whether all entries are readable; checks that the read entries are the written entries.
bool reads_whole(const std::string& directory, const run_file& run, const std::vector<owned>& entries) {
  block_decompressor unpacker;
  const auto reader = run_reader::open(directory, run, unpacker);
  if (!reader) return false;
  std::size_t read = 0;
  while ((*reader)->advance()) {
    if (read == entries.size() || (*reader)->entry().url != entries[read].url) ADD_FAILURE() << read;
    ++read;
  }
  return (*reader)->state().has_value() && read == entries.size();
}

TEST(sorted_run, notices_any_damage) {
  const std::vector<owned> entries = made_up_entries(3000, 9);
  const testing::run_directory place;
  const std::string path = place.path() + "/run";
  const result<run_file> run = write(place.path(), entries, {true, true, true});
  ASSERT_TRUE(run.has_value());
  std::ifstream in(path, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  const auto put = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  };
  ASSERT_TRUE(reads_whole(place.path(), *run, entries));
  std::mt19937_64 random(1);
  for (int i = 0; i < 150; ++i) {
    std::string torn = good;
    const std::size_t at = i < 64 ? static_cast<std::size_t>(i) : random() % good.size();
    torn[i < 32 ? good.size() - 1 - at : at] ^= static_cast<char>(1 + random() % 255);
    put(torn);
    EXPECT_FALSE(reads_whole(place.path(), *run, entries)) << at;
  }
  for (int i = 0; i < 30; ++i) {
    put(good.substr(0, random() % good.size()));
    EXPECT_FALSE(reads_whole(place.path(), *run, entries));
  }
  put(good + "x");
  EXPECT_FALSE(reads_whole(place.path(), *run, entries));
  put(good);
  EXPECT_TRUE(reads_whole(place.path(), *run, entries));
}

TEST(sorted_run, says_when_the_disk_is_full) {
  result<run_writer> writer = run_writer::create("/dev", "full", {});
  EXPECT_FALSE(writer.has_value());  // exists
  const testing::run_directory place;
  ASSERT_EQ(symlink("/dev/full", (place.path() + "/device").c_str()), 0);
  EXPECT_FALSE(run_writer::create(place.path(), "device", {}).has_value());
}

TEST(sorted_run, leaves_no_file_behind_without_finish) {
  const testing::run_directory place;
  {
    result<run_writer> writer = run_writer::create(place.path(), "run", {});
    ASSERT_TRUE(writer.has_value());
    EXPECT_TRUE(writer->append({"http://a/", 1}));
    EXPECT_EQ(place.files(), 1U);
  }
  EXPECT_EQ(place.files(), 0U);
}

}  // namespace sorted_run_test
}  // namespace urlsieve
