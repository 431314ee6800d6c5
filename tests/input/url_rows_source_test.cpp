#include "src/input/recoding/url_rows_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"

namespace urlsieve {
namespace url_rows_source_test {

// Returns the kept bytes with "|" for LF; checks that they do not depend on delivery.
std::string lines_of(std::string_view rows, const url_rows& form) {
  std::string read = testing::same_in_every_way([&](const testing::way& how) {
    return read_all(*as_url_lines(byte_source::from_memory(rows, "rows"), form), how).bytes;
  });
  std::replace(read.begin(), read.end(), '\n', '|');
  return read;
}

// Kept bytes and their offsets in the rows.
struct kept {
  std::string_view raw;
  std::string_view text;
};

struct example {
  url_rows form;
  std::string_view rows;
  std::vector<kept> all;
};

TEST(url_rows_source, keeps_urls_where_they_stood) {
  constexpr url_rows first{false, false, 0, 1};
  constexpr url_rows second{false, false, 1, 1};
  constexpr url_rows edges{false, false, 1, 2};
  constexpr url_rows objects{false, true, 0, 1};
  const std::vector<example> examples{
      {first, "http://a/\t17\nhttp://b/\t1\n", {{"http://a/", "http://a/"}, {"http://b/", "http://b/"}}},
      {first, "http://a/", {{"http://a/", "http://a/"}}},
      {second,
       "3\thttp://a/\tx y\thttp://no/\n4\thttp://b/\n",
       {{"http://a/", "http://a/"}, {"http://b/", "http://b/"}}},
      {edges, "0\thttp://a/\thttp://b/\t2\n", {{"http://a/", "http://a/"}, {"http://b/", "http://b/"}}},
      {first, "\n\n", {}},
      {objects, "{\"url\": \"http://a/\", \"count\": 1}\n", {{"http://a/", "http://a/"}}},
      {objects, "{\"key\": \"url\", \"url\": \"http://a/\"}\n", {{"http://a/", "http://a/"}}},
      {objects,
       "{\"sources\": [\"url\", {\"url\": \"no\"}], \"url\": \"http://a/\"}\n",
       {{"http://a/", "http://a/"}}},
      {objects,
       "{\"url\": \"a\\\"b\\u00e9\\ud83d\\ude00c\\\\\", \"x\": \"\\\"\"}\n",
       {{"a\\\"b", "a\"b\xC3\xA9\xF0\x9F\x98\x80\x63\\"}}},
      {objects, "{\"url\": \"torn\n{\"url\": \"whole\"}\n", {{"torn", "torn"}, {"whole", "whole"}}},
  };
  for (const example& item : examples) {
    std::string expected(item.rows.size(), '|');
    for (const kept& url : item.all) expected.replace(item.rows.find(url.raw), url.text.size(), url.text);
    EXPECT_EQ(lines_of(item.rows, item.form), expected) << item.rows;
  }
}

}  // namespace url_rows_source_test
}  // namespace urlsieve
