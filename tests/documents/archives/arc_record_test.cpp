#include "src/documents/archives/arc_record.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace arc_record_test {

constexpr std::size_t npos = std::string_view::npos;

struct row {
  std::string_view line;
  std::string_view target, media_type;
  std::int64_t length;  // negative: none
};

const row rows[] = {
    {"filedesc://x.arc 0.0.0.0 20080101000000 text/plain 77", "filedesc://x.arc", "text/plain", 77},
    {"http://a/ 192.0.2.1 20080101000000 text/html 0", "http://a/", "text/html", 0},
    {"http://a/ 192.0.2.1 20080101000000 text/html 200 sum - 12 x.arc 34\r", "http://a/", "text/html", 34},
    {"http://a/ 192.0.2.1 20080101000000 text/html; charset=x 34 ", "http://a/", "text/html; charset=x", 34},
    {"http://a/ 192.0.2.1 20080101000000 text/html; charset=x 200 s - 12 x.arc 34", "http://a/",
     "text/html; charset=x", 34},
    {"http://a/b c 2001:db8::1 20080101000000 no-type 5", "http://a/b c", "", 5},
    {"dns:a - 200801010000 text/dns 5", "dns:a", "text/dns", 5},
    {"http://a/ 192.0.2.1 201404010000000000 text/html -1", "http://a/", "text/html", -1},
    {"http://a/ 192.0.2.1 20140401000000 text/html abc", "http://a/", "text/html", -1},
    {"http://a/ 192.0.2.1 20140401000000  5", "http://a/", "", 5},
    {"http://a/ 192.0.2.1 20140401000000 5", "http://a/", "", 5},
    {"http://a/ 192.0.2.1 20140401000000 a/b 99999999999999999999999", "http://a/", "a/b", -1},
};

TEST(arc_record, reads_each_line) {
  for (const row& each : rows) {
    const std::string bytes = std::string(each.line) + "\nHTTP/1.0 200 OK\n";
    const auto record = read_arc_line(bytes);
    ASSERT_TRUE(record) << each.line;
    EXPECT_EQ(record->target, each.target) << each.line;
    EXPECT_EQ(record->media_type, each.media_type) << each.line;
    EXPECT_EQ(record->length ? static_cast<std::int64_t>(*record->length) : -1, each.length) << each.line;
    EXPECT_EQ(record->line_size, each.line.size() + 1);
  }
}

TEST(arc_record, rejects_other_text) {
  for (const std::string line :
       {"", "HTTP/1.1 200 OK", "http://a/ 192.0.2.1 2008 text/html 5",
        "http://a/ b 20080101000000 text/html 5", "a b c d e", "no-url 192.0.2.1 20080101000000 text/html 5",
        " http://a/ 192.0.2.1 20080101000000 a/b 5", "http://a/ 192.0.2.1 20080101000000",
        "URL IP-address Archive-date Content-type Archive-length"}) {
    EXPECT_FALSE(read_arc_line(line + "\n")) << line;
    EXPECT_FALSE(read_arc_line(line)) << line;
  }
  EXPECT_FALSE(read_arc_line("http://a/ 192.0.2.1 20080101000000 text/html 5"))
      << "the line is not there whole";
}

TEST(arc_record, looks_no_further_than_it_says) {
  const std::string rest = " 192.0.2.1 20080101000000 text/html 5\n";
  const std::string fits = "http://" + std::string(arc_lookahead - 7 - rest.size(), 'a') + rest;
  ASSERT_EQ(fits.size(), arc_lookahead);
  EXPECT_TRUE(read_arc_line(fits));
  EXPECT_FALSE(read_arc_line("h" + fits));
}

TEST(arc_record, is_found_after_a_line_feed) {
  const std::string line = "http://a/ 192.0.2.1 20080101000000 text/html 5\n";
  EXPECT_EQ(find_arc_record(line, 0), npos);
  EXPECT_EQ(find_arc_record("\n" + line, 0), 1U);
  EXPECT_EQ(find_arc_record("x" + line + "y\n" + line, 0), line.size() + 3);
  EXPECT_EQ(find_arc_record("\n" + line + line, 1), line.size() + 1);
  EXPECT_EQ(find_arc_record("\n" + line.substr(0, line.size() - 1), 0), npos);
}

}  // namespace arc_record_test
}  // namespace urlsieve
