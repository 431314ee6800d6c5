#include "src/documents/archives/warc_record.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "src/documents/header_fields.hpp"

namespace urlsieve {
namespace warc_record_test {

TEST(begins_record, needs_a_whole_version_line) {
  for (const std::string_view yes :
       {"WARC/1.0\r\n", "WARC/1.1\n", "WARC/0.18\r\nX", "warc/1.0\r\n", "WARC/1.0 \t\r\n"})
    EXPECT_TRUE(begins_record(yes)) << yes;
  for (const std::string_view no :
       {"", "WARC/", "WARC/1", "WARC/1.", "WARC/1.0", "WARC/1.0\r", "WARC/x.0\r\n", "WARC/.0\r\n",
        "WARC/1.0 x\r\n", " WARC/1.0\r\n", "WARC-1.0\r\n", "WARC/1111111111111111111111111111.0\r\n"})
    EXPECT_FALSE(begins_record(no)) << no;
}

TEST(ends_record, needs_line_ends_or_a_record_or_the_end) {
  for (const std::string_view yes : {"", "\r\n\r\n", "\n\n", "\r\n\r\nanything", "\r\n", "\n\r\n",
                                     "WARC/1.0\r\n", "\r\nWARC/1.0\r\n", "\r\n\n\n\nWARC/1.0\r\n"})
    EXPECT_TRUE(ends_record(yes)) << yes;
  for (const std::string_view no : {"x", "\r\nx", "\r\n \r\n", " \r\n\r\n", "\nWARC/"})
    EXPECT_FALSE(ends_record(no)) << no;
}

TEST(find_record, finds_records_with_a_field_anywhere) {
  const std::string record = "WARC/1.0\r\nWARC-Type: response\r\n";
  EXPECT_EQ(find_record(record, 0), 0U);
  EXPECT_EQ(find_record("cut off" + record, 0), 7U);
  EXPECT_EQ(find_record(record + "\r\n" + record, 1), record.size() + 2);
  EXPECT_EQ(find_record("WARC/1.0\r\nContent-Type: x", 0), 0U);
  EXPECT_EQ(find_record("WARC/1.0\r\nwarc-date: x", 0), 0U);
  EXPECT_EQ(find_record("WARC/1.0\r\nThe WARC format\r\n", 0), std::string_view::npos);
  EXPECT_EQ(find_record("in WARC/1.0 and WARC/1.1,\r\nWARC-Type: x", 0), std::string_view::npos);
  EXPECT_EQ(find_record("WARC/WARC/1.0\nWARC-", 0), 5U);
  EXPECT_EQ(find_record("", 0), std::string_view::npos);
  EXPECT_EQ(find_record("WARC/", 0), std::string_view::npos);
}

TEST(read_warc_header, reads_fields_of_the_splitter) {
  const std::string header =
      "WARC/1.0\r\nwarc-type: response\r\nWARC-Target-URI: <http://a/>\r\nCONTENT-LENGTH:12\r\n"
      "Content-Type: application/http;\r\n msgtype=response\r\n\r\n";
  const std::string bytes = header + "body";
  const auto record = read_warc_header(bytes).record;
  ASSERT_TRUE(record);
  EXPECT_EQ(record->type, "response");
  EXPECT_EQ(record->target, "http://a/");
  EXPECT_EQ(record->media_type, "application/http;\r\n msgtype=response");
  EXPECT_EQ(record->length, 12U);
  EXPECT_EQ(record->header_size, header.size());
  EXPECT_EQ(record->irregularity, "");
}

TEST(read_warc_header, rejects_invalid_lengths) {
  for (const std::string_view length :
       {"", "-5", "+5", "5x", "0x5", "99999999999999999999999", "9223372036854775807", "1 2"}) {
    const auto record =
        read_warc_header("WARC/1.0\r\nWARC-Type: a\r\nContent-Length: " + std::string(length) + "\r\n\r\n")
            .record;
    ASSERT_TRUE(record);
    EXPECT_FALSE(record->length) << length;
  }
  EXPECT_FALSE(read_warc_header("WARC/1.0\r\nWARC-Type: a\r\n\r\n").record->length);
  EXPECT_FALSE(read_warc_header("WARC/1.0\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n").record->length);
  EXPECT_EQ(read_warc_header("WARC/1.0\r\nContent-Length: 0\r\n\r\n").record->length, 0U);
}

TEST(read_warc_header, reports_irregularities) {
  const auto irregularity = [](const std::string& header) {
    return read_warc_header(header).record->irregularity;
  };
  const std::string rest = "WARC-Type: a\r\nContent-Length: 1\r\n";
  EXPECT_EQ(irregularity("WARC/1.1\r\n" + rest + "\r\n"), "");
  EXPECT_EQ(irregularity("WARC/0.18\r\n" + rest + "\r\n"), "");
  EXPECT_NE(irregularity("WARC/2.7\r\n" + rest + "\r\n"), "");
  EXPECT_NE(irregularity("warc/1.0\r\n" + rest + "\r\n"), "");
  EXPECT_NE(irregularity("WARC/1.0\n" + rest + "\r\n"), "");
  EXPECT_NE(irregularity("WARC/1.0\r\n" + rest + "\n"), "");
  EXPECT_NE(irregularity("WARC/1.0\r\n" + rest + "nothing\r\n\r\n"), "");
  EXPECT_NE(irregularity("WARC/1.0\r\n" + rest + rest + "\r\n"), "");
  EXPECT_NE(irregularity("WARC/1.0\r\nContent-Length: 1\r\n\r\n"), "");
}

TEST(read_warc_header, needs_the_empty_line_before_the_next_record) {
  EXPECT_FALSE(read_warc_header("WARC/1.0\r\nWARC-Type: a\r\n").record);
  EXPECT_FALSE(read_warc_header("WARC/1.0\r\n").record);
  EXPECT_FALSE(read_warc_header("WARC/1.0\r\nWARC-Type: a\r\nWARC/1.0\r\nWARC-Type: b\r\n\r\n").record);
  EXPECT_TRUE(read_warc_header("WARC/1.0\r\n\r\n").record);
}

// Reference: fields up to the empty line, without the begin of another record among the fields.
TEST(read_warc_header, detects_a_truncated_header_before_the_next_record) {
  const std::array<std::string_view, 14> pieces{"WARC/1.0",
                                                "WARC/1.",
                                                "WARC-Type: a",
                                                "Content-Length: 1",
                                                "x: ",
                                                "x",
                                                " ",
                                                "\t",
                                                "\r",
                                                "\n",
                                                "\r\n",
                                                "\n\r",
                                                "\n",
                                                "."};
  std::mt19937 random(7);
  std::array<int, 3> met{};
  for (int turn = 0; turn < 200'000; ++turn) {
    std::string bytes = "WARC/1.0\r\n";
    const std::size_t version = bytes.size();
    for (unsigned i = random() % 16; i > 0; --i) bytes += pieces[random() % pieces.size()];
    header_fields fields(std::string_view(bytes).substr(version));
    for (header_field field; fields.next(field);) {
    }
    const bool cut = find_record(std::string_view(bytes).substr(0, version + fields.end()), version) !=
                     std::string_view::npos;
    const warc_header read = read_warc_header(bytes);
    ASSERT_EQ(read.cut, cut) << bytes;
    ASSERT_EQ(read.record.has_value(), fields.terminated() && !cut) << bytes;
    if (read.record) {
      ASSERT_EQ(read.record->header_size, version + fields.end()) << bytes;
    }
    ++met[cut ? 0 : fields.terminated() ? 1 : 2];
  }
  for (const int times : met) EXPECT_GT(times, 1000);
}

}  // namespace warc_record_test
}  // namespace urlsieve
