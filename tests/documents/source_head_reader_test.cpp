#include "src/documents/source_head_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/documents/archives/web_archive.hpp"
#include "src/documents/utc_date.hpp"
#include "tests/documents/written_warc.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace source_head_reader_test {

std::string record(std::string_view type, std::string_view fields, std::string_view block) {
  return testing::warc_record(type, std::string("WARC-Date: 2024-02-29T12:00:00Z\r\n").append(fields), block);
}

// Returns the heads of all slices of an archive, one per line.
std::string heads_of(const std::string& archive, std::size_t max_document = 1U << 20U) {
  const std::string padded = archive + std::string(64, '\0');
  input_options options;
  options.max_document = max_document;
  web_archive_splitter splitter(
      archive.starts_with("WARC") ? web_archive_splitter::first::warc : web_archive_splitter::first::arc,
      options, {});
  std::vector<slice> slices;
  stats counted;
  static_cast<void>(
      splitter.split(std::string_view(padded).substr(0, archive.size()), 0, true, "in", slices, counted));
  source_head_reader reader;
  std::string all;
  for (const slice& part : slices) {
    const source_head head = reader.read(part);
    EXPECT_EQ(head.kind, source_kind::capture);
    all.append(head.record_type).append(" ").append(head.target).append(" ").append(head.date).append(" ");
    all.append(head.media_type).append(" ").append(std::to_string(head.status));
    all.append(head.continues ? " later\n" : "\n");
  }
  return all;
}

TEST(source_head_reader, reads_the_headers_of_records) {
  EXPECT_EQ(heads_of(record("response", "Content-Type: application/http; msgtype=response\r\n",
                            "HTTP/1.1 404 No\r\nContent-Type: Text/HTML; charset=x\r\n\r\n<a href=x>")),
            "response http://a.example/ 2024-02-29T12:00:00Z text/html 404\n");
  EXPECT_EQ(heads_of(record("resource", "Content-Type: text/css\r\n", "a { }")),
            "resource http://a.example/ 2024-02-29T12:00:00Z text/css 0\n");
  EXPECT_EQ(heads_of(record("revisit", "Content-Type: application/http\r\n",
                            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")),
            "revisit http://a.example/ 2024-02-29T12:00:00Z text/html 200\n");
  EXPECT_EQ(heads_of("http://a.example/ 192.0.2.1 20240229120000 text/html 30\n"
                     "HTTP/1.0 200 OK\r\n\r\n<a href=x>\n\n\n"),
            "response http://a.example/ 2024-02-29T12:00:00Z  200\n");
}

// A response in windows is one document: its header, then the windows of its body.
TEST(source_head_reader, the_windows_of_a_response_continue_its_header) {
  std::string body = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
  for (int i = 0; i < 9000; ++i) body += "a line of text\n";
  const std::string heads = heads_of(record("response", "Content-Type: application/http\r\n", body), 65536);
  EXPECT_TRUE(
      heads.starts_with("response http://a.example/ 2024-02-29T12:00:00Z text/plain 200\n"
                        "response http://a.example/ 2024-02-29T12:00:00Z text/plain 200 later\n"))
      << heads;
  const std::string first = heads_of(record("resource", "Content-Type: text/plain\r\n", body), 65536);
  EXPECT_TRUE(
      first.starts_with("resource http://a.example/ 2024-02-29T12:00:00Z text/plain 0\n"
                        "resource http://a.example/ 2024-02-29T12:00:00Z text/plain 0 later\n"))
      << first;
}

constexpr std::string_view envelope =
    R"({"Container":{},"Envelope":{"WARC-Header-Metadata":{"WARC-Type":"response",)"
    R"("WARC-Date":"2023-01-01T00:00:00Z","WARC-Target-URI":"http:\/\/b.example/"},"Payload-Metadata":)"
    R"({"HTTP-Response-Metadata":{"Response-Message":{"Status":"301"},"Headers":)"
    R"({"content-type":"text\/HTML; charset=x","Status":"7"},"HTML-Metadata":{"Links":[{"Status":"9"}]}}}}})";

TEST(source_head_reader, reads_the_envelope_of_wat) {
  EXPECT_EQ(heads_of(record("metadata", "Content-Type: application/json\r\n", envelope)),
            "metadata http://a.example/ 2024-02-29T12:00:00Z text/html 301\n");
  slice line;
  line.kind = slice_kind::metadata;
  line.bytes = envelope;
  source_head_reader reader;
  const source_head head = reader.read(line);
  EXPECT_EQ(head.kind, source_kind::capture);
  EXPECT_EQ(head.target, "http://b.example/");
  EXPECT_EQ(head.record_type, "response");
  EXPECT_EQ(head.date, "2023-01-01T00:00:00Z");
  EXPECT_EQ(head.media_type, "text/html");
  EXPECT_EQ(head.status, 301U);
}

TEST(source_head_reader, reads_an_envelope_whose_record_comes_last) {
  slice line;
  line.kind = slice_kind::metadata;
  line.bytes =
      R"({"Container":{},"Envelope":{"Payload-Metadata":{"HTTP-Response-Metadata":{"Response-Message":)"
      R"({"Status":"200"},"Headers":{"Content-Type":"text/html"}}},"WARC-Header-Metadata":)"
      R"({"WARC-Target-URI":"http://b.example/","WARC-Type":"response","WARC-Date":"2023-01-01T00:00:00Z"}}})";
  source_head_reader reader;
  const source_head head = reader.read(line);
  EXPECT_EQ(head.target, "http://b.example/");
  EXPECT_EQ(head.record_type, "response");
  EXPECT_EQ(head.date, "2023-01-01T00:00:00Z");
  EXPECT_EQ(head.status, 200U);
}

TEST(source_head_reader, reads_the_header_of_a_message) {
  slice part;
  part.kind = slice_kind::message;
  part.bytes =
      "From j@a.example Thu Feb 29 12:00:00 2024\nFrom: J <j@a.example>\nList-ID: Talk\n <t.example>\n"
      "Date: Thu, 29 Feb 2024 13:00:00 +0100\n\nList-Id: <no.example>\nFrom: k@b.example\n";
  source_head_reader reader;
  const source_head head = reader.read(part);
  EXPECT_EQ(head.kind, source_kind::message);
  EXPECT_EQ(head.from, "J <j@a.example>");
  EXPECT_EQ(head.list_id, "Talk\n <t.example>");
  EXPECT_EQ(head.date, "2024-02-29T12:00:00Z");
}

TEST(source_head_reader, a_file_has_no_values) {
  slice part;
  part.bytes = "From: j@a.example\n\nhttp://a.example/";
  source_head_reader reader;
  const source_head head = reader.read(part);
  EXPECT_EQ(head.kind, source_kind::other);
  EXPECT_EQ(head.target, "");
}

TEST(utc_date, converts_times_with_a_zone) {
  EXPECT_EQ(utc_of_iso("2009-04-16T12:07:23.596Z"), "2009-04-16T12:07:23Z");
  EXPECT_EQ(utc_of_iso("2009-01-01T00:30:00+01:00"), "2008-12-31T23:30:00Z");
  EXPECT_EQ(utc_of_iso("2009-12-31T23:30:00-0130"), "2010-01-01T01:00:00Z");
  for (const std::string_view bad :
       {"", "2009-04-16", "2009-04-16T12:07:23", "2009-04-16T12:07:23+1:00", "2009-02-30T12:07:23Z",
        "2009-04-16T12:07:23EST", "2009-04-16T12:07:23.Z"})
    EXPECT_EQ(utc_of_iso(bad), "") << bad;
}

}  // namespace source_head_reader_test
}  // namespace urlsieve
