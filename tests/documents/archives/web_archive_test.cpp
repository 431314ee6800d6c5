#include "src/documents/archives/web_archive.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace web_archive_test {

using testing::fed;
using testing::kept_slice;

std::string warc_resource(const std::string& name) {
  return "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://w/" + name +
         "\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nw\r\n\r\n";
}

std::string arc_document(const std::string& name, const std::string& length = "1") {
  return "ftp://a/" + name + " 192.0.2.1 20080101000000 text/plain " + length + "\na\n";
}

std::string targets_with_places(const fed& result) {
  std::string all;
  for (const kept_slice& part : result.slices) all += part.target + "@" + std::to_string(part.offset) + " ";
  return all;
}

// Returns each record with its offset.
std::string places_of_records(const std::vector<std::string>& records, std::size_t in_front = 0) {
  std::string all;
  for (const std::string& record : records) {
    const bool is_warc = record.starts_with("WARC");
    const std::size_t begin = is_warc ? record.find("http://") : 0;
    all += record.substr(begin, record.find_first_of(" \r", begin) - begin) + "@" + std::to_string(in_front) +
           " ";
    in_front += record.size();
  }
  return all;
}

TEST(web_archive, has_records_of_both_kinds_in_any_order) {
  using first = web_archive_splitter::first;
  for (const std::vector<std::string>& records :
       {std::vector{arc_document("1"), arc_document("2"), warc_resource("3"), warc_resource("4")},
        std::vector{warc_resource("1"), warc_resource("2"), arc_document("3"), arc_document("4")},
        std::vector{arc_document("1"), warc_resource("2"), arc_document("3"), warc_resource("4")}}) {
    std::string all;
    for (const std::string& record : records) all += record;
    for (const first kind : {first::warc, first::arc}) {
      const fed result =
          testing::split_in_every_way<web_archive_splitter>(all, kind, input_options{}, text_search{});
      EXPECT_EQ(targets_with_places(result), places_of_records(records));
      EXPECT_EQ(result.counted.total_damage(), 0U) << testing::damages(result.counted);
    }
  }
}

// Damage in the first archive does not affect the next archive.
TEST(web_archive, finds_warc_behind_damaged_arc) {
  for (const std::string& in_front : {arc_document("1", "999"), arc_document("1", "-"),
                                      arc_document("1") + "junk\n\n", arc_document("1") + "junk"}) {
    const fed result = testing::split_in_every_way<web_archive_splitter>(
        in_front + warc_resource("2") + warc_resource("3"), web_archive_splitter::first::arc, input_options{},
        text_search{});
    EXPECT_EQ(targets_with_places(result),
              "ftp://a/1@0 " + places_of_records({warc_resource("2"), warc_resource("3")}, in_front.size()))
        << in_front;
    EXPECT_EQ(result.counted.total_damage(), 1U) << in_front;
  }
}

}  // namespace web_archive_test
}  // namespace urlsieve
