#include "src/documents/archives/warc.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/documents/split_in_every_way.hpp"
#include "tests/oracle/warc_records.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace warc_test {

using testing::fed;
using testing::kept_slice;

std::string record(const std::string& type, const std::string& body, const std::string& media_type = "",
                   const std::string& length = "") {
  std::string all = "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://a/" + type + "\r\n";
  if (!media_type.empty()) all += "Content-Type: " + media_type + "\r\n";
  all += "Content-Length: " + (length.empty() ? std::to_string(body.size()) : length) + "\r\n\r\n";
  return all + body + "\r\n\r\n";
}

std::string response(const std::string& body, const std::string& length = "",
                     const std::string& type = "text/html") {
  return record("response", "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + body,
                "application/http; msgtype=response", length);
}

fed split(const std::string& archive, const input_options& options = {}) {
  return testing::split_in_every_way<warc_splitter>(archive, options);
}

// Returns the bodies without HTTP headers, joined by "|".
std::string bodies(const fed& result) {
  std::string all;
  for (const kept_slice& part : result.slices) {
    const std::size_t header = part.bytes.find("\r\n\r\n");
    all += (all.empty() ? "" : "|");
    all += part.kind == slice_kind::http_message && header != std::string::npos
               ? part.bytes.substr(header + 4)
               : part.bytes;
  }
  return all;
}

TEST(warc, gives_requests_with_a_body) {
  const std::string type = "application/http; msgtype=request";
  const fed result = split(record("request", "POST /a HTTP/1.1\r\nHost: h\r\n\r\nbody", type) +
                           record("request", "PUT /a HTTP/1.1\n\nx", type) +
                           record("request", "POST /a HTTP/1.1\r\n\r\n", type) +
                           record("request", "POST /a HTTP/1.1\r\nHost: h\r\n", type) +
                           record("request", "dns:a\r\n\r\nbody", "text/dns") + record("request", "", type));
  ASSERT_EQ(result.slices.size(), 2U);
  EXPECT_EQ(result.slices[0].kind, slice_kind::http_message);
  EXPECT_EQ(result.slices[1].bytes, "PUT /a HTTP/1.1\n\nx");
  EXPECT_EQ(result.skipped("record:request"), 4U);
}

TEST(warc, gives_responses_resources_and_conversions_and_counts_the_rest) {
  const std::string first = record("warcinfo", "software: x\r\n", "application/warc-fields");
  const std::string archive =
      first + record("request", "GET / HTTP/1.1\r\n\r\n", "application/http; msgtype=request") +
      response("<a href=x>") + record("metadata", "fetchTimeMs: 1\r\n") +
      record("resource", "a{}", "text/css") + record("resource", "\x89PNG", "image/png") +
      record("conversion", "text", "text/plain") + record("Revisit", "") + record("x-custom", "x");
  const fed result = split(archive);
  ASSERT_EQ(result.slices.size(), 3U);
  EXPECT_EQ(result.slices[0].kind, slice_kind::http_message);
  EXPECT_EQ(result.slices[0].target, "http://a/response");
  EXPECT_EQ(result.slices[0].media_type, "application/http; msgtype=response");
  EXPECT_EQ(result.slices[0].offset, archive.find("WARC/1.0\r\nWARC-Type: response"));
  EXPECT_EQ(archive.substr(result.slices[0].offset + result.slices[0].body_offset, 8), "HTTP/1.1");
  EXPECT_EQ(result.slices[1].kind, slice_kind::body);
  EXPECT_EQ(result.slices[1].media_type, "text/css");
  EXPECT_EQ(result.slices[1].bytes, "a{}");
  EXPECT_EQ(result.slices[2].kind, slice_kind::body);
  EXPECT_EQ(result.slices[2].bytes, "text");
  for (const std::string_view name : {"record:warcinfo", "record:request", "record:metadata",
                                      "record:revisit", "record:x-custom", "type:image/png"})
    EXPECT_EQ(result.skipped(name), 1U) << name;
  EXPECT_EQ(result.counted.total_damage(), 0U) << testing::damages(result.counted);
}

// Returns a segment of a record (ISO 28500:2017 section 7).
std::string warc_segment(const std::string& type, const std::string& fields, const std::string& body) {
  return "WARC/1.1\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://a/s\r\n" +
         (type == "continuation" ? "" : "Content-Type: application/http; msgtype=response\r\n") + fields +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body + "\r\n\r\n";
}

TEST(warc, joins_the_segments_of_a_record) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  const auto first = [&](const std::string& id, const std::string& body,
                         const std::string& type = "response") {
    return warc_segment(type, "WARC-Record-ID: <urn:" + id + ">\r\nWARC-Segment-Number: 1\r\n", head + body);
  };
  const auto next = [&](const std::string& id, int number, const std::string& body, std::size_t total = 0) {
    return warc_segment(
        "continuation",
        "WARC-Segment-Origin-ID: <urn:" + id + ">\r\nWARC-Segment-Number: " + std::to_string(number) +
            "\r\n" +
            (total == 0 ? "" : "WARC-Segment-Total-Length: " + std::to_string(head.size() + total) + "\r\n"),
        body);
  };
  struct expected {
    std::string archive, bodies, damages;
  };
  const std::string other = response("o");
  for (const auto& [archive, all, damaged] :
       {expected{first("1", "<a hr") + next("1", 2, "ef=") + next("1", 3, "x>", 10), "<a href=x>", ""},
        {first("1", "a") + other + next("1", 2, "b", 2) + other, "o|ab|o", ""},
        {first("1", "a") + first("2", "b") + next("2", 2, "c", 2) + next("1", 2, "d", 2), "bc|ad", ""},
        {first("1", "a", "request") + next("1", 2, "b", 2), "", ""},
        {other + first("1", "a"), "o|a", "truncated-record@" + std::to_string(other.size()) + " "},
        {first("1", "a") + next("1", 2, "b", 3), "ab", "bad-record-length@0 "},
        {next("1", 2, "b", 3) + other, "o", "truncated-record@0 "},
        {warc_segment("continuation", "", "b") + other, "o", "truncated-record@0 "}}) {
    const fed result = split(archive);
    EXPECT_EQ(bodies(result), all);
    EXPECT_EQ(testing::damages(result.counted), damaged);
    for (const kept_slice& part : result.slices) EXPECT_EQ(part.kind, slice_kind::http_message);
  }
  const fed lost = split(first("1", "a") + next("1", 3, "c", 2));
  EXPECT_EQ(bodies(lost), "a");
  EXPECT_EQ(lost.damaged(damage::truncated_record), 2U) << "the second segment is missing";
  input_options small;
  small.max_document = 100;
  const fed large = split(first("1", "a") + next("1", 2, std::string(90, 'b'), 91), small);
  EXPECT_EQ(bodies(large), "a");
  EXPECT_EQ(large.damaged(damage::too_large), 1U);
}

// A revisit records only the header of a known response (ISO 28500:2017 section 6.7); here the header has
// Location.
TEST(warc, gives_the_header_of_a_revisit) {
  const std::string header = "HTTP/1.1 301 Moved\r\nLocation: /new\r\n\r\n";
  const fed result = split(record("revisit", header, "application/http; msgtype=response") +
                           record("revisit", "", "application/http; msgtype=response") +
                           record("revisit", "not of HTTP", "text/plain"));
  ASSERT_EQ(result.slices.size(), 1U);
  EXPECT_EQ(result.slices[0].kind, slice_kind::http_message);
  EXPECT_EQ(result.slices[0].bytes, header);
  EXPECT_EQ(result.slices[0].target, "http://a/revisit");
  EXPECT_EQ(result.skipped("record:revisit"), 2U);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

// A file that was converted in text mode has CR CR LF for CR LF everywhere, while its lengths count the
// original bytes.
TEST(warc, reads_records_whose_lines_end_in_two_returns) {
  const std::string before = response("<p>one") + response("<p>two\r\n") + response("<p>three");
  std::string after;
  for (const char c : before) after.append(c == '\n' ? "\r\n" : std::string(1, c));
  const fed whole = split(after);
  ASSERT_EQ(whole.slices.size(), 3U);
  EXPECT_TRUE(whole.slices[1].bytes.ends_with("\r\r\n<p>two\r\r\n"));
  EXPECT_EQ(whole.damaged(damage::bad_record_header), 3U);
  EXPECT_EQ(whole.damaged(damage::bad_record_length), 3U);
  // Only record headers are converted: their lengths are right.
  std::string headers;
  for (const std::string body : {"HTTP/1.1 200 OK\r\n\r\n<p>1", "HTTP/1.1 200 OK\r\n\r\n<p>2"})
    headers += "WARC/1.0\r\r\nWARC-Type: response\r\r\nContent-Type: application/http\r\r\nContent-Length: " +
               std::to_string(body.size()) + "\r\r\n\r\r\n" + body + "\r\r\n\r\r\n";
  const fed only = split(headers);
  EXPECT_EQ(bodies(only), "<p>1|<p>2");
  EXPECT_EQ(only.damaged(damage::bad_record_header), 2U);
  EXPECT_EQ(only.damaged(damage::bad_record_length), 0U);
}

TEST(warc, gives_metadata_that_holds_links) {
  const std::string wat = "{\"Envelope\":{}}";
  const fed result =
      split(record("metadata", "outlink: http://b/ L a/@href\r\n", "application/warc-fields") +
            record("metadata", "via: http://a/\r\noutlink: http://b/ E =JS\r\n") +
            record("metadata", wat, "application/json; x") +
            record("metadata", "via: http://a/\r\nno-outlink: x\r\n", "application/warc-fields") +
            record("metadata", "http://text/ http://x/", "text/plain"));
  ASSERT_EQ(result.slices.size(), 3U);
  for (const kept_slice& part : result.slices) EXPECT_EQ(part.kind, slice_kind::metadata);
  EXPECT_EQ(result.slices[2].bytes, wat);
  EXPECT_EQ(result.skipped("record:metadata"), 2U);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(warc, gives_metadata_that_is_a_document) {
  const fed result =
      split(record("metadata", "{\"links\":[\"http://b/\"]}", "application/json") +
            record("metadata", "{\"a\":1}", "application/vnd.youtube-dl_formats+json") +
            record("metadata", "<a/>", "text/xml") + record("metadata", "<p>", "text/html") +
            record("metadata", "a: http://b/\r\n", "text/anvl") +
            record("metadata", "<urn:uuid:1>\r\n", "text/plain") + record("metadata", "{\"a\":1}"));
  ASSERT_EQ(result.slices.size(), 4U);
  for (const kept_slice& part : result.slices) EXPECT_EQ(part.kind, slice_kind::body);
  EXPECT_EQ(result.skipped("record:metadata"), 3U);
}

TEST(warc, recognizes_a_response_by_its_bytes) {
  EXPECT_EQ(split(record("response", "HTTP/1.1 200 OK\r\n\r\nx")).slices.at(0).kind,
            slice_kind::http_message);
  EXPECT_EQ(split(record("response", "HTTP/1.1 200 OK\r\n\r\nx", "text/html")).slices.at(0).kind,
            slice_kind::http_message);
  const fed page = split(record("response", "<html>", "text/html"));
  EXPECT_EQ(page.slices.at(0).kind, slice_kind::body);
  EXPECT_EQ(split(record("response", "20240518\n", "text/dns")).skipped("type:text/dns"), 1U);
  EXPECT_EQ(split(record("response", "HTTP/1.1 200 OK\r\n\r\nx", "Application/HTTP ; MSGTYPE=response"))
                .slices.size(),
            1U);
}

TEST(warc, reads_old_versions_and_irregular_headers) {
  const std::string body = "HTTP/1.1 200 OK\r\n\r\nx";
  for (const std::string version : {"WARC/0.17", "WARC/0.18", "WARC/1.0", "WARC/1.1"}) {
    std::string archive = response("x");
    archive.replace(0, 8, version);
    EXPECT_EQ(bodies(split(archive)), "x");
    EXPECT_EQ(split(archive).counted.total_damage(), 0U);
  }
  const std::string lines =
      "WARC-Type: response\nno colon\nWARC-Target-URI: <http://a/>\nContent-Length: 20\n"
      "Content-Length: 20\n\n" +
      body + "\n\n";
  for (const std::string version : {"warc/1.0\n", "WARC/9.9\n", "WARC/1.0 \n"}) {
    const fed result = split(version + lines);
    EXPECT_EQ(bodies(result), "x");
    EXPECT_EQ(result.slices.at(0).target, "http://a/");
    EXPECT_EQ(result.damaged(damage::bad_record_header), 1U);
  }
}

TEST(warc, accepts_any_number_of_line_ends_between_records) {
  std::string record = response("x");
  record.resize(record.size() - 4);
  for (const std::string between : {"", "\r\n", "\n", "\r\n\r\n\r\n\r\n\n\n"}) {
    const fed result = split(record + between + record + between);
    EXPECT_EQ(bodies(result), "x|x") << between.size();
    EXPECT_EQ(result.counted.total_damage(), 0U) << between.size();
  }
}

TEST(warc, a_wrong_length_loses_no_record_and_no_byte) {
  const std::string good = response("good");
  for (const std::string length :
       {"50", "46", "200", "1000", "999999999", "999999999999999", "99999999999999999999", "-5", "x", " "}) {
    const std::string archive = good + response("<p>some body to be cut short</p>", length) + good + good;
    const fed result = split(archive);
    EXPECT_EQ(bodies(result), "good|<p>some body to be cut short</p>|good|good") << length;
    EXPECT_EQ(result.counted.total_damage(), 1U) << length;
    EXPECT_EQ(result.damaged(damage::bad_record_length), 1U) << length;
    EXPECT_EQ(result.counted.examples.at(0).place.plain, good.size());
  }
}

TEST(warc, a_missing_length_is_determined) {
  std::string bad = response("body");
  const std::size_t at = bad.find("Content-Length");
  bad.erase(at, bad.find('\n', at) + 1 - at);
  const fed result = split(bad + response("good"));
  EXPECT_EQ(bodies(result), "body|good");
  EXPECT_EQ(result.damaged(damage::bad_record_length), 1U);
}

TEST(warc, skips_bytes_that_are_not_a_record) {
  const std::string good = response("good");
  for (const std::string junk : {"some junk\r\n", "junk at once ", "WARC/1.0\r\n", "WARC/1.0", "WARC/",
                                 "\xEF\xBB\xBF", "WARC/1.0\r\nWARC-Type: resp"}) {
    const fed result = split(junk + good);
    EXPECT_EQ(bodies(result), "good") << junk;
    EXPECT_EQ(result.damaged(damage::bad_record_header), 1U) << junk;
    EXPECT_EQ(result.counted.examples.at(0).place.plain, 0U);
    EXPECT_EQ(bodies(split(good + junk + good)), "good|good") << junk;
    EXPECT_EQ(split(good + junk + good).damaged(damage::bad_record_header), 1U) << junk;
  }
}

TEST(warc, junk_after_a_valid_record_is_not_part_of_the_record) {
  const fed result = split(response("good") + "rest of a lost record <a href=no>\r\n\r\n" + response("good"));
  EXPECT_EQ(bodies(result), "good|good");
}

TEST(warc, a_record_cut_off_ends_where_the_next_begins) {
  std::string cut = response(std::string(300, 'x') + "<a href=");
  cut.resize(cut.size() - 104);
  const fed result = split(cut + response("good"));
  EXPECT_EQ(bodies(result), std::string(208, 'x') + "|good");
  EXPECT_EQ(result.damaged(damage::bad_record_length), 1U);
}

TEST(warc, a_truncated_archive_yields_its_records) {
  const std::string archive = response("first") + response("second");
  for (std::size_t size = 0; size <= archive.size(); ++size) {
    warc_splitter splitter(input_options{});
    const fed result = testing::feed_whole(splitter, archive.substr(0, size));
    const std::size_t first = response("first").size();
    const std::size_t second_body = archive.size() - 4 - 6;
    const bool separator = size + 4 >= archive.size() || (size + 4 >= first && size <= first);
    if (size != 0 && !separator) {
      EXPECT_EQ(result.damaged(damage::truncated_record) + result.damaged(damage::bad_record_header), 1U)
          << size;
    } else {
      EXPECT_EQ(result.counted.total_damage(), 0U) << size;
    }
    const std::string second = archive.substr(std::min(second_body, size),
                                              std::min(second_body + 6, size) - std::min(second_body, size));
    EXPECT_TRUE(second.empty() || bodies(result) == "first|" + second) << size;
  }
}

TEST(warc, a_record_with_a_false_large_length_is_read) {
  const fed result = split(response("a") + response("what there is", "5000000000"));
  EXPECT_EQ(bodies(result), "a|what there is");
  EXPECT_EQ(result.damaged(damage::truncated_record), 1U);
  EXPECT_EQ(result.counted.total_damage(), 1U);
}

TEST(warc, a_header_without_end_is_given_up) {
  const std::string endless = "WARC/1.0\r\nWARC-Type: response\r\nX: " + std::string(3'000'000, 'x');
  warc_splitter splitter(input_options{});
  const fed result = testing::feed(splitter, endless + "\r\n" + response("good"), [] { return 100'000; });
  EXPECT_EQ(bodies(result), "good");
  EXPECT_EQ(result.damaged(damage::bad_record_header), 1U);
  EXPECT_LE(result.most_held, 1'500'000U);
}

TEST(warc, takes_a_header_line_of_100_kilobytes) {
  std::string archive = response("good");
  archive.insert(10, "X-Long: " + std::string(100'000, 'x') + "\r\n");
  EXPECT_EQ(bodies(split(archive)), "good");
}

input_options small_documents() {
  input_options options;
  options.max_document = 1000;
  return options;
}

TEST(warc, skips_oversized_records_without_holding_them) {
  const std::string huge = response(std::string(200'000, 'x'), "", "text/css");
  const std::string archive = response("a") + huge + response("b") +
                              record("metadata", std::string(100'000, 'm')) +
                              record("resource", std::string(100'000, 'p'), "image/png") + response("c");
  const fed result = split(archive, small_documents());
  EXPECT_EQ(bodies(result), "a||b|c");  // "": the HTTP header of the large record
  EXPECT_EQ(result.damaged(damage::too_large), 1U);
  EXPECT_EQ(result.skipped("record:metadata"), 1U);
  EXPECT_EQ(result.skipped("type:image/png"), 1U);
  EXPECT_EQ(result.counted.total_damage(), 1U);
  warc_splitter splitter(small_documents());
  EXPECT_LE(testing::feed(splitter, archive, [] { return 500; }).most_held, 70'000U);
}

// Foreign types are held up to 1 MiB, unless their bodies are opened.
TEST(warc, holds_bodies_of_records_that_are_opened) {
  const std::string archive = record("resource", std::string(2'000'000, 'm'), "message/rfc822") +
                              record("resource", std::string(2'000'000, 'm'), "multipart/mixed; boundary=x") +
                              record("resource", std::string(2'000'000, 'p'), "image/png") +
                              record("conversion", "text", "text/plain");
  warc_splitter splitter({});
  const fed result = testing::feed(splitter, archive, [] { return 1'000'000; });
  ASSERT_EQ(result.slices.size(), 3U);
  EXPECT_EQ(result.slices[0].media_type, "message/rfc822");
  EXPECT_EQ(result.slices[1].bytes.size(), 2'000'000U);
  EXPECT_EQ(result.slices[2].bytes, "text");
  EXPECT_EQ(result.skipped("type:image/png"), 1U);
}

TEST(warc, a_large_skipped_response_is_not_damage) {
  const std::string video = record(
      "response",
      "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nLink: </l>\r\n\r\n" + std::string(200'000, '\x01'),
      "application/http");
  const fed result = split(video + response("b"), small_documents());
  EXPECT_EQ(result.counted.total_damage(), 0U);
  ASSERT_EQ(result.slices.size(), 2U);
  EXPECT_EQ(result.slices[0].bytes, "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nLink: </l>\r\n\r\n");
}

TEST(warc, a_large_record_that_was_cut_off_does_not_swallow_the_next) {
  const std::string cut = response(std::string(200'000, 'x'), "999999999", "text/css");
  const fed result = split(cut + response("b") + response("c"), small_documents());
  ASSERT_EQ(result.slices.size(), 3U);  // with the HTTP header of the large record
  EXPECT_EQ(bodies(result), "b|c");
  EXPECT_EQ(result.damaged(damage::bad_record_length), 1U);
  EXPECT_EQ(result.damaged(damage::too_large), 1U);
  const fed at_end = split(response("a") + cut, small_documents());
  EXPECT_EQ(at_end.damaged(damage::truncated_record), 1U);
}

// The splitter reads ahead in a large record only up to the end of the record.
TEST(warc, the_header_of_a_large_record_does_not_reach_into_the_next) {
  const std::string endless = record("response", "HTTP/1.1 200 OK\r\nX: " + std::string(1200, 'x'));
  const fed result = split(endless + response("b"), small_documents());
  EXPECT_EQ(result.slices.size(), 1U);
  EXPECT_EQ(bodies(result), "b");
  EXPECT_EQ(result.damaged(damage::too_large), 1U);
}

TEST(warc, a_large_record_without_a_length_is_given_up) {
  const fed result = split(response(std::string(200'000, 'x'), "none") + response("b"), small_documents());
  EXPECT_EQ(bodies(result), "b");
  EXPECT_EQ(result.damaged(damage::bad_record_length), 1U);
  EXPECT_EQ(result.damaged(damage::too_large), 1U);
}

std::string words(std::size_t size) {
  std::string text;
  while (text.size() < size) text += "word http://text.example/" + std::to_string(text.size()) + "\n";
  return text;
}

// Returns the joined bytes of window slices. Checks that the windows are adjacent.
std::string windows(const fed& result, std::string_view target, std::string_view media_type) {
  std::string all;
  for (const kept_slice& part : result.slices) {
    if (part.kind != slice_kind::whole) continue;
    EXPECT_EQ(part.target, target);
    EXPECT_EQ(part.media_type, media_type);
    EXPECT_EQ(part.type, media::text);
    EXPECT_EQ(part.continues, !all.empty());
    all += part.bytes;
  }
  return all;
}

TEST(warc, text_too_large_is_given_in_windows) {
  const std::string text = words(100'000);
  const std::string wet = record("conversion", text, "text/plain");
  const fed result = split(response("a") + wet + response("b"), small_documents());
  EXPECT_EQ(windows(result, "http://a/conversion", "text/plain"), text);
  EXPECT_EQ(result.slices.at(1).offset, response("a").size() + wet.find("word"));
  EXPECT_EQ(result.counted.total_damage(), 0U);
  EXPECT_EQ(result.slices.back().kind, slice_kind::http_message);

  const std::string header = "HTTP/1.1 200 OK\r\nContent-Type: text/plain;charset=x\r\nLink: <l>\r\n\r\n";
  const fed http =
      split(record("response", header + text, "application/http") + response("b"), small_documents());
  EXPECT_EQ(windows(http, "http://a/response", "text/plain;charset=x"), text);
  EXPECT_EQ(http.slices.at(0).bytes, header);
  EXPECT_EQ(http.counted.total_damage(), 0U);
}

TEST(warc, text_too_large_that_was_cut_off_ends_where_the_next_record_begins) {
  const std::string text = words(100'000);
  const std::string cut = record("conversion", text, "text/plain", "1000000");
  const fed result = split(cut + response("b"), small_documents());
  EXPECT_EQ(windows(result, "http://a/conversion", "text/plain"), text + "\r\n\r\n");
  EXPECT_EQ(result.damaged(damage::bad_record_length), 1U);
  EXPECT_EQ(result.slices.back().kind, slice_kind::http_message);
  const fed at_end = split(cut, small_documents());
  EXPECT_EQ(windows(at_end, "http://a/conversion", "text/plain"), text + "\r\n\r\n");
  EXPECT_EQ(at_end.damaged(damage::truncated_record), 1U);
}

std::string anchors(std::size_t size) {
  std::string page = "<meta charset=x><base href='http://b/'>";
  while (page.size() < size) page += "<p><a href='" + std::to_string(page.size()) + "'>text</a>\n";
  return page;
}

// Returns the joined bytes of markup window slices. Checks that the windows are adjacent.
std::string markup_windows(const fed& result, std::string_view media_type) {
  std::string all;
  for (const kept_slice& part : result.slices) {
    if (part.kind != slice_kind::whole) continue;
    EXPECT_EQ(part.type, media::html);
    EXPECT_EQ(part.target, "http://a/response");
    EXPECT_EQ(part.media_type, media_type);
    EXPECT_EQ(part.continues, !all.empty());
    EXPECT_EQ(part.page_base, all.empty() ? "" : "http://b/");
    all += part.bytes;
  }
  return all;
}

TEST(warc, markup_too_large_is_given_in_windows) {
  const std::string page = anchors(100'000);
  for (const std::string_view more : {"", "Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\n",
                                      "Content-Encoding: identity\r\n"}) {
    const std::string header =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=x\r\n" + std::string(more) + "\r\n";
    const fed result =
        split(record("response", header + page, "application/http") + response("b"), small_documents());
    EXPECT_EQ(markup_windows(result, "text/html;charset=x"), page) << more;
    EXPECT_EQ(result.slices.at(0).bytes, header);
    EXPECT_EQ(result.counted.total_damage(), 0U);
    EXPECT_EQ(result.slices.back().kind, slice_kind::http_message);
  }
}

TEST(warc, a_coded_page_too_large_is_one_bad_record) {
  const std::string page = anchors(100'000);
  for (const std::string_view coded :
       {"Transfer-Encoding: chunked\r\n\r\n10\r\n",
        "Content-Encoding: gzip\r\n\r\n\x1F\x8B\x08\x10\x10\x10\x10\x10\x02\x03",
        "Content-Encoding: br\r\n\r\n"}) {
    const std::string body = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + std::string(coded) + page;
    const fed result = split(record("response", body, "application/http") + response("b"), small_documents());
    EXPECT_EQ(result.damaged(damage::too_large), 1U) << coded;
    EXPECT_EQ(result.slices.size(), 2U);
  }
}

// Archives of valid and corrupt parts: equals the reference implementation, for any delivery.
TEST(warc, equals_the_reference) {
  std::mt19937 random(7);
  const std::vector<std::string> parts{"WARC/1.0\r\n",
                                       "WARC/1.1\n",
                                       "warc/1.0\r\n",
                                       "WARC/",
                                       "WARC-Type: response\r\n",
                                       "WARC-Type: request\r\n",
                                       "Content-Length: 0\r\n",
                                       "Content-Length: 5\r\n",
                                       "Content-Length: 40\r\n",
                                       "Content-Length: x\r\n",
                                       "\r\n",
                                       "\r\n\r\n",
                                       "\n",
                                       "\n\n",
                                       "12345",
                                       "text: with colon\r\n",
                                       " folded\r\n",
                                       "no colon\r\n",
                                       "\xEF\xBB\xBF",
                                       record("response", "body"),
                                       record("request", "q"),
                                       response("<p>"),
                                       response("<p>", "7"),
                                       response("<p>", "700")};
  for (int round = 0; round < 3000; ++round) {
    std::string archive;
    for (std::size_t count = 1 + random() % 12; count != 0; --count)
      archive += parts[random() % parts.size()];
    std::vector<oracle::warc_record> expected;
    for (oracle::warc_record& record : oracle::warc_records(archive).read())
      if (record.type == "response") expected.push_back(std::move(record));
    warc_splitter splitter(input_options{});
    const testing::way& how = testing::ways[static_cast<std::size_t>(round) % testing::ways.size()];
    std::vector<oracle::warc_record> actual;
    for (const kept_slice& part : testing::feed(splitter, archive, how).slices)
      actual.push_back({part.offset, "response", part.bytes});
    ASSERT_EQ(actual, expected) << archive;
  }
}

TEST(warc_splitter, is_quick_on_headers_that_are_all_cut) {
  std::string archive;
  while (archive.size() < 8'000'000) archive += "WARC/1.0\nWARC-Type: a\n";
  archive += "\n";
  warc_splitter splitter(input_options{});
  std::vector<slice> out;
  stats counted;
  EXPECT_EQ(splitter.split(archive, 0, true, "name", out, counted).consumed, archive.size());
  EXPECT_GT(counted.total_damage(), 300'000U);
}

}  // namespace warc_test
}  // namespace urlsieve
