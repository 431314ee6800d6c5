#include "src/shards/shard_writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <csignal>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/shards/shard_names.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "tests/shards/scratch_directory.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace shard_writer_test {

using testing::read_file;
using testing::scratch_directory;

std::string unpacked(const std::string& bytes, compression packing) {
  if (packing == compression::none) return bytes;
  const std::unique_ptr<decoder> reader = make_decoder(packing);
  std::string out;
  std::vector<char> buffer(70000);
  for (std::size_t at = 0; at < bytes.size();) {
    const decode_step step = reader->decode({bytes.data() + at, bytes.size() - at}, buffer, true);
    if (step.state == decode_state::corrupt || step.state == decode_state::truncated) {
      ADD_FAILURE() << reader->fault();
      break;
    }
    at += step.consumed;
    out.append(buffer.data(), step.produced);
  }
  return out;
}

result<shard_summary> write_rows(const std::string& directory, const std::vector<std::string>& rows,
                                 compression packing) {
  result<shard_writer> writer = shard_writer::create(directory, "shard", packing);
  if (!writer) return tl::unexpected(writer.error());
  for (const std::string& row : rows) {
    if (!writer->append(row, std::string_view(row).substr(0, row.size() - 1))) break;
  }
  return writer->finish();
}

std::vector<std::string> made_up_rows(std::size_t count, std::size_t longest) {
  std::mt19937_64 random(count + longest);
  std::vector<std::string> rows(count);
  for (std::string& row : rows) {
    row.resize(random() % longest);
    for (char& byte : row) byte = static_cast<char>('a' + random() % 20);
    row += '\n';
  }
  return rows;
}

class shard_writer_packing : public ::testing::TestWithParam<compression> {};

TEST_P(shard_writer_packing, writes_rows_and_their_summary) {
  for (const auto& [count, longest] : {std::pair<std::size_t, std::size_t>{0, 1},
                                       {1, 100},
                                       {1000, 100},
                                       {50000, 90},
                                       {20, 600000},
                                       {3, 3000000}}) {
    const scratch_directory scratch;
    const auto rows = made_up_rows(count, longest);
    const result<shard_summary> done = write_rows(scratch.path(), rows, GetParam());
    ASSERT_TRUE(done) << done.error().message;
    std::string expected;
    for (const std::string& row : rows) expected += row;
    const std::string bytes = read_file(scratch / "shard");
    EXPECT_EQ(unpacked(bytes, GetParam()), expected) << count;
    EXPECT_EQ(done->name, "shard");
    EXPECT_EQ(done->lines, count);
    EXPECT_EQ(done->bytes, bytes.size());
    EXPECT_EQ(done->content_bytes, expected.size());
    running_checksum sum;
    sum.add(bytes);
    EXPECT_EQ(done->checksum, sum.hex());
    EXPECT_EQ(done->first_key, count == 0 ? "" : rows.front().substr(0, rows.front().size() - 1));
    EXPECT_EQ(done->last_key, count == 0 ? "" : rows.back().substr(0, rows.back().size() - 1));
  }
}

TEST_P(shard_writer_packing, gives_the_same_bytes_again) {
  const scratch_directory first;
  const scratch_directory second;
  const auto rows = made_up_rows(30000, 120);
  ASSERT_TRUE(write_rows(first.path(), rows, GetParam()));
  ASSERT_TRUE(write_rows(second.path(), rows, GetParam()));
  EXPECT_EQ(read_file(first / "shard"), read_file(second / "shard"));
}

INSTANTIATE_TEST_SUITE_P(all, shard_writer_packing,
                         ::testing::Values(compression::none, compression::gzip, compression::zstd));

TEST(shard_writer, names_files_as_hadoop_does) {
  manifest run;
  run.fields = {"url"};
  run.shard_count = 16;
  EXPECT_EQ(shard_file_name(0, run), "part-00000-of-00016.txt");
  run.fields = {"url", "count"};
  run.packing = compression::zstd;
  EXPECT_EQ(shard_file_name(15, run), "part-00015-of-00016.tsv.zst");
  run.form = row_form::jsonl;
  run.packing = compression::gzip;
  run.shard_count = 100000;
  EXPECT_EQ(shard_file_name(99999, run), "part-99999-of-100000.jsonl.gz");
  run.layout = shard_layout::hive;
  EXPECT_EQ(shard_file_name(3, run), "shard=3/part.jsonl.gz");
  run.form = row_form::parquet;
  EXPECT_EQ(shard_file_name(99999, run), "shard=99999/part.parquet");
}

TEST(shard_writer, rejects_unsupported_compressions) {
  const scratch_directory scratch;
  const auto writer = shard_writer::create(scratch.path(), "x", compression::xz);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, error_code::not_supported);
  EXPECT_TRUE(scratch.names().empty());
}

TEST(shard_writer, does_not_write_over_a_file) {
  const scratch_directory scratch;
  scratch.write("shard", "mine");
  const auto writer = shard_writer::create(scratch.path(), "shard", compression::none);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, error_code::cannot_open);
  EXPECT_NE(writer.error().message.find((scratch / "shard").string() + ": File exists"), std::string::npos)
      << writer.error().message;
  EXPECT_EQ(read_file(scratch / "shard"), "mine");
}

TEST(shard_writer, names_a_directory_that_is_not_there) {
  const auto writer = shard_writer::create("/nowhere/at/all", "x", compression::none);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().message, "cannot create /nowhere/at/all/x: No such file or directory");
}

// Limits the size of files to `bytes` during its lifetime; writes beyond fail like on a full disk (EFBIG
// instead of ENOSPC).
class file_size_limit {
 public:
  explicit file_size_limit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limited{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limited);
  }
  file_size_limit(const file_size_limit&) = delete;
  file_size_limit& operator=(const file_size_limit&) = delete;
  ~file_size_limit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

TEST(shard_writer, reports_a_write_that_fails_wherever_it_does) {
  const auto rows = made_up_rows(60000, 100);
  for (const compression packing : {compression::none, compression::zstd, compression::gzip}) {
    for (const rlim_t limit : {rlim_t{0}, rlim_t{1}, rlim_t{100000}, rlim_t{1} << 20U}) {
      const scratch_directory scratch;
      const file_size_limit limited(limit);
      const auto done = write_rows(scratch.path(), rows, packing);
      ASSERT_FALSE(done) << limit;
      EXPECT_EQ(done.error().code, error_code::cannot_write);
      EXPECT_EQ(done.error().message, "cannot write " + (scratch / "shard").string() + ": File too large");
    }
  }
}

TEST(shard_writer, says_on_append_that_it_failed_and_stays_failed) {
  const scratch_directory scratch;
  const file_size_limit limited(1000);
  auto writer = shard_writer::create(scratch.path(), "shard", compression::none);
  ASSERT_TRUE(writer);
  const std::string row(1 << 18, 'x');
  std::size_t taken = 0;
  while (taken < 100 && writer->append(row, row)) ++taken;
  EXPECT_LT(taken, 10U);
  EXPECT_FALSE(writer->append("\n", ""));
  EXPECT_FALSE(writer->finish());
}

}  // namespace shard_writer_test
}  // namespace urlsieve
