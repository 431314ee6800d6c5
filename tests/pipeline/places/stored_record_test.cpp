#include "src/pipeline/places/stored_record.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/codec/packed.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t largest_record = std::size_t{1} << 20U;

std::string record_of(std::string_view block) {
  return "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         std::string(block) + "\r\n\r\n";
}

std::string verdict_of(std::string_view stored, std::size_t most = largest_record) {
  stored_record_reader reader({most});
  const stored_record record = reader.read(stored, nullptr);
  if (record.fault) return std::string(name_of(record.fault->reason)) + ": " + record.fault->why;
  return std::string(record.block());
}

TEST(stored_record, reads_records_of_all_compressions) {
  const std::string block(300'000, 'x');
  const std::string record = record_of(block);
  EXPECT_EQ(verdict_of(record), block);
  for (const compression kind : {compression::gzip, compression::zstd, compression::bzip2, compression::xz}) {
    EXPECT_EQ(verdict_of(testing::pack(kind, record)), block);
    EXPECT_EQ(
        verdict_of(testing::pack(kind, record.substr(0, 100)) + testing::pack(kind, record.substr(100))),
        block);
  }
}

TEST(stored_record, reads_many_records_with_one_reader) {
  stored_record_reader reader({largest_record});
  for (int i = 0; i < 3; ++i) {
    const std::string stored = testing::pack(compression::gzip, record_of(std::to_string(i)));
    EXPECT_EQ(reader.read(stored, nullptr).block(), std::to_string(i));
    EXPECT_TRUE(reader.read(std::string_view(stored).substr(0, stored.size() - 3), nullptr).fault);
  }
}

TEST(stored_record, refuses_bytes_that_are_not_one_whole_record) {
  const std::string record = record_of("abc");
  const std::string packed = testing::pack(compression::gzip, record);
  EXPECT_EQ(verdict_of(record.substr(0, record.size() - 4)), "abc");  // the line ends may be missing
  EXPECT_EQ(verdict_of(record.substr(0, record.size() - 5)),
            "truncated-record: the bytes end before the end of the record");
  EXPECT_EQ(verdict_of(record + record), "bad-record-length: the bytes hold more than one record");
  EXPECT_EQ(verdict_of(packed + packed), "bad-record-length: the bytes hold more than one record");
  EXPECT_EQ(verdict_of(record.substr(1)), "bad-record-header: no WARC record begins here");
  EXPECT_EQ(verdict_of("WARC/1.0\r\nWARC-Type: a\r\n"),
            "truncated-record: the header of the record has no end");
  EXPECT_EQ(verdict_of("WARC/1.0\r\nWARC-Type: a\r\n\r\n"),
            "bad-record-length: the record has no valid Content-Length");
  EXPECT_EQ(verdict_of(packed.substr(0, packed.size() - 1)),
            "truncated-compression: the compressed record does not end in the range of " +
                std::to_string(packed.size() - 1) + " bytes: check record-length");
  EXPECT_EQ(verdict_of(packed + "x"), "junk-after-member: other bytes follow the compressed record");
  std::string corrupt = packed;
  corrupt[corrupt.size() - 6] ^= 1;  // in the checksum
  EXPECT_TRUE(verdict_of(corrupt).starts_with("corrupt-compression: ")) << verdict_of(corrupt);
}

TEST(stored_record, reads_records_of_arc_if_asked) {
  const std::string line = "http://a.example/ 192.0.2.1 20240229120000 text/plain 3\n";
  stored_record_reader reader({largest_record}, true);
  for (const std::string& stored :
       {line + "abc\n", line + "abc", testing::pack(compression::gzip, line + "abc\n")}) {
    const stored_record record = reader.read(stored, nullptr);
    EXPECT_FALSE(record.fault);
    EXPECT_TRUE(record.is_arc);
    EXPECT_EQ(record.header(), line);
    EXPECT_EQ(record.block(), "abc");
  }
  EXPECT_EQ(reader.read(record_of("abc"), nullptr).block(), "abc");
  EXPECT_TRUE(reader.read(line + "ab", nullptr).fault);
  EXPECT_TRUE(reader.read(line + "abc\n" + line + "abc\n", nullptr).fault);
  EXPECT_TRUE(reader.read(line.substr(1), nullptr).fault);
  EXPECT_EQ(verdict_of(line + "abc\n"),
            "bad-record-header: the record is of ARC, and only WARC records are copied: name the file");
}

TEST(stored_record, bounds_the_size_of_a_record) {
  const std::string record = record_of(std::string(100'000, 'x'));
  EXPECT_EQ(verdict_of(record, record.size()), std::string(100'000, 'x'));
  EXPECT_EQ(verdict_of(testing::pack(compression::gzip, record), record.size()), std::string(100'000, 'x'));
  const std::string most = std::to_string(record.size() - 1);
  EXPECT_EQ(verdict_of(record, record.size() - 1), "too-large: the record has " +
                                                       std::to_string(record.size()) + " bytes, more than " +
                                                       most + ": raise record_options::max_document");
  EXPECT_EQ(verdict_of(testing::pack(compression::gzip, record), record.size() - 1),
            "too-large: the record has more than " + most + " bytes: raise record_options::max_document");
}

}  // namespace
}  // namespace urlsieve
