#include "urlsieve/write_index.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/codec/packed.hpp"
#include "tests/documents/written_warc.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

std::string bytes_in(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    lines.push_back(text.substr(at, text.find('\n', at) - at));
  return lines;
}

std::string resource_of(const std::string& url, std::string_view block) {
  std::string record = testing::warc_record("resource", "WARC-Date: 2024-02-29T12:00:00Z\r\n", block);
  constexpr std::string_view usual = "http://a.example/";
  return record.replace(record.find(usual), usual.size(), url);
}

// Removes the digests of all lines.
std::string without_digests(std::string index) {
  for (std::size_t at = 0; (at = index.find(",\"digest\"", at)) != std::string::npos;)
    index.erase(at, index.find(",\"length\"", at) - at);
  return index;
}

class capture_index : public ::testing::Test {
 protected:
  static constexpr int count = 3000;

  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("urlsieve-index-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::string plain;
    std::string packed;
    for (int i = 0; i < count; ++i) {
      const std::string record =
          resource_of("http://host" + std::to_string(i * 7919 % count) + ".example/",
                      std::string(static_cast<std::size_t>(i) * 97 % 5000, static_cast<char>('a' + i % 26)));
      plain += record;
      packed += testing::pack(compression::gzip, record);
    }
    write("plain.warc", plain);
    write("packed.warc.gz", packed);
    options_.run.input.paths = {path("plain.warc"), path("packed.warc.gz")};
    options_.output = path("index");
    options_.root = folder_.string();
    options_.force = true;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  std::string index(std::uint64_t damage = 0) {
    const result<index_summary> done = write_index(options_, -1);
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    if (!done) return {};
    EXPECT_EQ(done->run.counted.total_damage(), damage);
    std::string text = bytes_in(options_.output);
    EXPECT_EQ(done->captures, static_cast<std::uint64_t>(std::ranges::count(text, '\n')));
    return text;
  }

  fs::path folder_;
  index_options options_;
};

TEST_F(capture_index, does_not_depend_on_threads_and_batches) {
  options_.run.threads = 1;
  const std::string single_thread = index();
  const std::vector<std::string> lines = lines_of(single_thread);
  EXPECT_EQ(lines.size(), 2U * count);
  EXPECT_TRUE(std::ranges::is_sorted(lines));
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t batch : {std::size_t{4} << 10U, std::size_t{1} << 20U}) {
      options_.run.threads = threads;
      options_.run.batch_bytes = batch;
      EXPECT_TRUE(index() == single_thread) << threads << ' ' << batch;
    }
  }
}

// Of a record that is not held, the index has everything but the digest.
TEST_F(capture_index, has_records_beyond_the_largest_document) {
  const std::string expected = without_digests(index());
  options_.run.input.max_document = 256;
  for (const std::size_t batch : {std::size_t{4} << 10U, std::size_t{256} << 10U}) {
    options_.run.batch_bytes = batch;
    EXPECT_TRUE(without_digests(index()) == expected) << batch;
  }
}

// The lines take 20 MB, and the sort has 4 MiB.
TEST_F(capture_index, sorts_lines_beyond_the_memory_on_disk) {
  constexpr int many = 100'000;
  std::string records;
  for (int i = 0; i < many; ++i)
    records += resource_of("http://host" + std::to_string(i * 7919L % many) +
                               ".example/a/long/path/to/fill/the/memory/of/the/sort",
                           "x");
  write("many.warc", records);
  options_.run.input.paths = {path("many.warc")};
  const std::string expected = index();
  options_.run.output.memory = std::uint64_t{32} << 20U;
  EXPECT_TRUE(index() == expected);
  const std::vector<std::string> lines = lines_of(expected);
  EXPECT_EQ(lines.size(), static_cast<std::size_t>(many));
  EXPECT_TRUE(std::ranges::is_sorted(lines));
}

TEST_F(capture_index, leaves_out_records_that_share_a_member) {
  const std::string record = resource_of("http://a.example/", "x");
  write("shared.warc.gz",
        testing::pack(compression::gzip, record + record) + testing::pack(compression::gzip, record));
  options_.run.input.paths = {path("shared.warc.gz")};
  EXPECT_EQ(lines_of(index(2)).size(), 1U);
}

TEST_F(capture_index, leaves_out_records_without_a_correct_length) {
  const std::string record = resource_of("http://a.example/", std::string(3000, 'x'));
  std::string wrong = record;
  wrong.replace(wrong.find("3000"), 4, "2000");
  write("wrong.warc", record + wrong + record + record.substr(0, record.size() - 100));
  options_.run.input.paths = {path("wrong.warc")};
  for (const std::size_t most : {std::size_t{256}, std::size_t{1} << 20U}) {
    options_.run.input.max_document = most;
    const std::vector<std::string> lines = lines_of(index(2));
    ASSERT_EQ(lines.size(), 2U) << most;
    EXPECT_NE(lines[0].find("\"offset\":\"0\""), std::string::npos);
    EXPECT_NE(lines[1].find("\"offset\":\"" + std::to_string(2 * record.size()) + "\""), std::string::npos);
  }
}

TEST_F(capture_index, stops_when_asked_and_leaves_no_file) {
  run_monitor monitor;
  monitor.stop = true;
  const result<index_summary> done = write_index(options_, -1, &monitor);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, error_code::interrupted);
  EXPECT_FALSE(fs::exists(options_.output));
}

TEST_F(capture_index, keeps_an_existing_file) {
  write("index", "old");
  options_.force = false;
  const result<index_summary> done = write_index(options_, -1);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, error_code::output_exists);
  EXPECT_EQ(bytes_in(options_.output), "old");
}

}  // namespace
}  // namespace urlsieve
