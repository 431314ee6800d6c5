#include "src/documents/archives/arc.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/documents/split_in_every_way.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace arc_test {

using testing::fed;
using testing::kept_slice;

std::string record(const std::string& url, const std::string& type, const std::string& body,
                   const std::string& length = "") {
  return url + " 192.0.2.1 20080101000000 " + type + " " +
         (length.empty() ? std::to_string(body.size()) : length) + "\n" + body + "\n";
}

std::string page(const std::string& name, const std::string& body, const std::string& length = "") {
  return record("http://a/" + name, "text/html", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body,
                length);
}

std::string description() {
  return record("filedesc://x.arc", "text/plain",
                "1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n");
}

fed split(const std::string& archive, const input_options& options = {}) {
  return testing::split_in_every_way<arc_splitter>(archive, options);
}

// Returns "target body" of each slice (the body without its HTTP header), joined by "|".
std::string given(const fed& result) {
  std::string all;
  for (const kept_slice& part : result.slices) {
    const std::size_t header = part.bytes.find("\r\n\r\n");
    const bool http = part.kind == slice_kind::http_message && header != std::string::npos;
    all += (all.empty() ? "" : "|") + part.target + " " + (http ? part.bytes.substr(header + 4) : part.bytes);
  }
  return all;
}

TEST(arc, gives_documents_and_counts_descriptions) {
  const std::string archive = description() + page("1", "<a href=x>") +
                              record("dns:a", "text/dns", "20080101000000\na. 1 IN A 192.0.2.1\n") +
                              record("ftp://a/b.txt", "text/plain", "see http://b/") +
                              record("http://a/c.css", "text/css", "a{}") +
                              record("http://a/d.png", "image/png", "\x89PNG") +
                              record("http://a/e", "text/html", "Content-Type: text/css\r\n\r\nb{}") +
                              record("https://a/f", "text/html", "HTTP/1.0 304 Not Modified\r\n\r\n");
  const fed result = split(archive);
  EXPECT_EQ(
      given(result),
      "http://a/1 <a href=x>|ftp://a/b.txt see http://b/|http://a/c.css a{}|http://a/e b{}|https://a/f ");
  EXPECT_EQ(result.slices[0].kind, slice_kind::http_message);
  EXPECT_EQ(result.slices[0].media_type, "text/html");
  EXPECT_EQ(result.slices[0].offset, description().size());
  EXPECT_EQ(archive.substr(result.slices[0].offset + result.slices[0].body_offset, 8), "HTTP/1.1");
  EXPECT_EQ(result.slices[1].kind, slice_kind::body);
  EXPECT_EQ(result.slices[1].media_type, "text/plain");
  EXPECT_EQ(result.slices[2].media_type, "text/css");
  EXPECT_EQ(result.slices[3].kind, slice_kind::http_message) << "its status line is lost";
  for (const std::string_view name : {"record:filedesc", "type:text/dns", "type:image/png"})
    EXPECT_EQ(result.skipped(name), 1U) << name;
  EXPECT_EQ(result.counted.total_damage(), 0U) << testing::damages(result.counted);
}

TEST(arc, reads_version_1_1_and_archives_joined_together) {
  const std::string body = "HTTP/1.1 200 OK\r\n\r\nx";
  const std::string line = "http://a/1 192.0.2.1 20080101000000 text/html 200 - - 44 x.arc 20\n";
  const fed result = split(description() + line + body + "\n" + description() + page("2", "y"));
  EXPECT_EQ(given(result), "http://a/1 x|http://a/2 y");
  EXPECT_EQ(result.skipped("record:filedesc"), 2U);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(arc, reads_irregular_separators) {
  const std::string first = page("1", "x");
  for (const std::string separator : {"", "\n", "\r\n", "\n\n\n", "\r\n\r\n"}) {
    const fed result = split(first.substr(0, first.size() - 1) + separator + page("2", "y"));
    EXPECT_EQ(given(result), "http://a/1 x|http://a/2 y");
    EXPECT_EQ(result.counted.total_damage(), 0U) << testing::damages(result.counted);
  }
  const std::string end = page("1", "x");
  EXPECT_EQ(split(end.substr(0, end.size() - 1)).counted.total_damage(), 0U);
  EXPECT_EQ(split(end + "\n\r\n").counted.total_damage(), 0U);
  EXPECT_EQ(given(split("")), "");
}

TEST(arc, a_wrong_length_loses_no_other_record) {
  for (const std::string length : {"-1", "abc", "3", "30", "45", "90", "200", "99999999", "99999999999999"}) {
    const fed result =
        split(page("1", "one of <b>three</b>", length) + page("2", "two") + page("3", "three"));
    EXPECT_EQ(given(result), "http://a/1 one of <b>three</b>|http://a/2 two|http://a/3 three") << length;
    EXPECT_EQ(result.damaged(damage::bad_record_length), 1U) << length;
    EXPECT_EQ(result.counted.total_damage(), 1U) << length << testing::damages(result.counted);
  }
}

TEST(arc, a_record_is_found_in_another_only_if_its_length_is_wrong) {
  const std::string inner = page("inner", "x");
  const fed result = split(page("1", "an archive:\n" + inner + "and its end") + page("2", "y"));
  ASSERT_EQ(result.slices.size(), 2U);
  EXPECT_NE(result.slices[0].bytes.find("and its end"), std::string::npos);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(arc, junk_is_counted_and_skipped) {
  const fed result =
      split("junk\nhttp://not/a record\n" + page("1", "x") + "more junk\n" + page("2", "y") + "z");
  EXPECT_EQ(given(result), "http://a/1 x|http://a/2 y");
  EXPECT_EQ(result.damaged(damage::bad_record_header), 3U);
  const fed tail = split(page("1", "x") + "\nmore and no record\nis to come\n");
  EXPECT_EQ(given(tail), "http://a/1 x");
  EXPECT_EQ(tail.damaged(damage::bad_record_header), 1U);
}

TEST(arc, a_truncated_archive_yields_its_records) {
  const std::string whole = page("1", "x") + page("2", "<a href=x>");
  const fed result = split(whole.substr(0, whole.size() - 5));
  EXPECT_EQ(given(result), "http://a/1 x|http://a/2 <a hre");
  EXPECT_EQ(result.damaged(damage::truncated_record), 1U);
  EXPECT_EQ(result.counted.total_damage(), 1U);
}

TEST(arc, large_records_are_skipped_and_counted) {
  input_options options;
  options.max_document = 2000;
  const std::string filler(5000, '.');
  const fed result = split(
      page("1", filler) + page("2", "two") + record("ftp://a/x", "text/plain", filler) +
          record("http://a/p", "text/html", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n" + filler) +
          page("3", "three"),
      options);
  EXPECT_EQ(given(result), "http://a/1 |http://a/2 two|http://a/p |http://a/3 three");
  EXPECT_EQ(result.damaged(damage::too_large), 2U);
  EXPECT_EQ(result.counted.total_damage(), 2U) << testing::damages(result.counted);
  EXPECT_LE(result.most_held, 2000 + 5000 + 6 * arc_lookahead);
}

TEST(arc, a_large_record_ends_where_another_begins) {
  input_options options;
  options.max_document = 2000;
  const fed result = split(page("1", std::string(5000, '.'), "90000") + page("2", "two"), options);
  EXPECT_EQ(given(result), "http://a/1 |http://a/2 two");
  EXPECT_EQ(result.damaged(damage::bad_record_length), 1U);
  EXPECT_EQ(result.damaged(damage::too_large), 1U);
  const fed unknown = split(page("1", std::string(5000, '.'), "-1") + page("2", "two"), options);
  EXPECT_EQ(given(unknown), "http://a/2 two");
  EXPECT_EQ(unknown.damaged(damage::bad_record_length), 1U);
  EXPECT_EQ(unknown.damaged(damage::too_large), 1U);
  const fed cut = split(page("1", std::string(50000, '.'), "90000"), options);
  EXPECT_EQ(cut.damaged(damage::truncated_record), 1U);
}

// The next record may begin after the length of this record.
TEST(arc, reads_a_large_record_only_up_to_the_document_limit) {
  input_options options;
  options.max_document = 300;
  const std::string header = "HTTP/1.1 200 OK\r\nX-Long: " + std::string(350, 'x') + "\r\n";
  const std::string inside = record("http://a/inside", "text/plain", "text\n");
  const fed result = split(record("http://a/large", "text/html", header + inside, "1591"), options);
  std::uint64_t end = 0;
  for (const kept_slice& part : result.slices) {
    EXPECT_GE(part.offset, end);
    end = part.offset + part.body_offset + part.bytes.size();
  }
  EXPECT_EQ(result.slices.back().target, "http://a/inside");
}

// Random pieces of archives: no crash, no dependence on delivery, and every whole record after a line end is
// found.
TEST(arc, survives_random_pieces) {
  std::mt19937 random(7);
  const std::string whole = description() + page("1", "<a href=x>\n\nand text\n") + page("2", "y", "4") +
                            record("dns:a", "text/dns", "x") + page("3", "z\n", "7777");
  for (int round = 0; round < 200; ++round) {
    std::string archive = whole;
    for (int cut = 0; cut < 3; ++cut) {
      const std::size_t at = random() % archive.size();
      if (random() % 2 == 0)
        archive.erase(at, random() % 30);
      else
        archive.insert(at, whole.substr(random() % whole.size(), random() % 60));
    }
    EXPECT_TRUE(given(split(archive + "\n" + page("last", "end"))).ends_with("http://a/last end")) << archive;
  }
}

TEST(arc, reads_the_files_that_others_collected) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/warc-edge");
  const fed live = split(testing::read_file(*folder / "real__webrecorder_warcio__test__data__example.arc"));
  ASSERT_EQ(live.slices.size(), 1U);
  EXPECT_EQ(live.slices[0].target, "http://example.com/");
  EXPECT_TRUE(live.slices[0].bytes.ends_with("</html>\n"));
  EXPECT_EQ(live.skipped("record:filedesc"), 1U);
  EXPECT_EQ(live.counted.total_damage(), 0U) << testing::damages(live.counted);
  const fed bad = split(testing::read_file(*folder / "real__webrecorder_cdxj-indexer__test__data__bad.arc"));
  EXPECT_EQ(given(bad), "http://example.com/ |http://example.com/ \n|http://example.com/ ");
  EXPECT_EQ(bad.damaged(damage::bad_record_length), 3U) << testing::damages(bad.counted);
  EXPECT_EQ(bad.counted.total_damage(), 3U);
}

}  // namespace arc_test
}  // namespace urlsieve
