#include "urlsieve/copy_records.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/codec/packed.hpp"
#include "tests/documents/written_warc.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A folder with two archives, and a table of their records in reverse order.
class record_copies : public ::testing::Test {
 protected:
  static constexpr int count = 200;  // records of an archive

  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("urlsieve-records-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::string plain;
    std::string packed;
    std::string rows;
    for (int i = 0; i < count; ++i) {
      const std::string record =
          testing::warc_record("resource", "WARC-Date: 2024-02-29T12:00:00Z\r\n",
                               std::string(static_cast<std::size_t>(i) * 97 % 5000, 'x'));
      const std::string member = testing::pack(compression::gzip, record);
      rows.insert(0, row("plain.warc", plain.size(), record.size()) +
                         row("packed.warc.gz", packed.size(), member.size()));
      plain += record;
      packed += member;
      records_ += record;
    }
    write_file(folder_ / "plain.warc", plain);
    write_file(folder_ / "packed.warc.gz", packed);
    write_file(folder_ / "rows", "input\trecord-offset\trecord-length\n" + rows);
    options_.rows = {(folder_ / "rows").string()};
    options_.remote.inputs_prefix = folder_.string() + '/';
    options_.force = true;
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string row(std::string_view name, std::size_t offset, std::size_t length) {
    return std::string(name) + '\t' + std::to_string(offset) + '\t' + std::to_string(length) + '\n';
  }

  // Returns the output of a run into `name`.
  std::string copied(const std::string& name) {
    options_.output = (folder_ / name).string();
    options_.write_cdxj = (folder_ / "index").string();
    const result<record_totals> done = urlsieve::copy_records(options_, -1);
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    if (!done) return {};
    EXPECT_EQ(done->records, 2U * count);
    EXPECT_EQ(done->indexed, 2U * count);
    EXPECT_EQ(done->counted.total_damage(), 0U);
    return read_file(options_.output);
  }

  fs::path folder_;
  std::string records_;  // of each archive, uncompressed
  record_options options_;
};

TEST_F(record_copies, writes_equal_bytes_for_any_threads) {
  options_.threads = 1;
  const std::string single_thread = copied("out.warc.gz");
  const std::string index = read_file(folder_ / "index");
  EXPECT_TRUE(single_thread.starts_with(read_file(folder_ / "packed.warc.gz")));
  for (const unsigned threads : {2U, 4U, 7U}) {
    options_.threads = threads;
    EXPECT_EQ(copied("out.warc.gz"), single_thread) << threads;
    EXPECT_EQ(read_file(folder_ / "index"), index) << threads;
  }
  EXPECT_EQ(copied("out.warc"), records_ + records_);
}

TEST_F(record_copies, stops_when_asked) {
  options_.output = (folder_ / "out.warc").string();
  run_monitor monitor;
  monitor.stop = true;
  const result<record_totals> done = urlsieve::copy_records(options_, -1, &monitor);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, error_code::interrupted);
  EXPECT_FALSE(fs::exists(folder_ / "out.warc"));
}

TEST_F(record_copies, refuses_a_memory_that_is_too_small) {
  options_.output = (folder_ / "out.warc").string();
  options_.memory = 1U << 20U;
  const result<record_totals> done = urlsieve::copy_records(options_, -1);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, error_code::usage);
  options_.memory = 32U << 20U;
  EXPECT_EQ(copied("out.warc"), records_ + records_);
}

}  // namespace
}  // namespace urlsieve
