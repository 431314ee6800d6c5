// Conversion of calendars and cards to text.
#include "src/documents/message/content_lines.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/oracle/content_lines_twin.hpp"

namespace urlsieve {
namespace content_lines_test {

std::string plain(std::string_view text) {
  arena out;
  const std::string_view joined = joined_content_lines(text, out);
  return std::string(plain_content_lines(joined, out));
}

TEST(content_lines, are_unfolded) {
  for (const std::string end : {"\n", "\r\n", "\r\r\n"}) {
    const std::string kept = end == "\n" ? "" : end.substr(0, end.size() - 1);
    EXPECT_EQ(plain("URL:http://a/b" + end + " c" + end + "\td" + end + "X:y"),
              "URL: http://a/bcd" + kept + "\nX: y");
  }
  EXPECT_EQ(plain("A:b\n  c"), "A: b c");
  EXPECT_EQ(plain("A:b\n c"), "A: bc");
  EXPECT_EQ(plain(" A:b\n"), " A: b\n");
  EXPECT_EQ(plain("A:b\n "), "A: b");
  EXPECT_EQ(plain(""), "");
  EXPECT_EQ(plain("\n"), "\n");
}

TEST(content_lines, lose_their_escapes) {
  EXPECT_EQ(plain("D:a\\nhttp://b/c\\,d\\;e\\\\f\\N"), "D: a\nhttp://b/c,d;e\\f\n");
  EXPECT_EQ(plain("URL:http\\://a/"), "URL: http://a/");
  EXPECT_EQ(plain("D:a\\x\\"), "D: a\\x\\");
  EXPECT_EQ(plain("no colon \\n here"), "no colon \n here");
}

// "TEL:+1555" is a property, not a URL; quoted parameters are not values.
TEST(content_lines, set_their_values_off_from_names) {
  EXPECT_EQ(plain("TEL:+15551234\nTEL;VALUE=uri:tel:+15551234"),
            "TEL: +15551234\nTEL;VALUE=uri: tel:+15551234");
  EXPECT_EQ(plain("D;ALTREP=\"http://a/b\":c:d"), "D;ALTREP=\"http://a/b\": c:d");
}

// Outlook writes a description in HTML.
TEST(content_lines, may_be_html) {
  EXPECT_EQ(
      plain("X-ALT-DESC;FMTTYPE=text/html:<a href=\"http://a/?b&amp;c&#38;d&#x26;e&lt;&ampx\">\nX:&amp;"),
      "X-ALT-DESC;FMTTYPE=text/html: <a href=\"http://a/?b&c&d&e&lt;&ampx\">\nX: &amp;");
  EXPECT_EQ(plain("D;X=y;fmttype=\"text/html\":&amp;&amp;"), "D;X=y;fmttype=\"text/html\": &&");
  EXPECT_EQ(plain("D;FMTTYPE=text/plain:&amp;"), "D;FMTTYPE=text/plain: &amp;");
  // Google Calendar writes HTML without a parameter.
  EXPECT_EQ(plain("D:see <a href=\"http://a/?b&amp;c\">x</a>"), "D: see <a href=\"http://a/?b&c\">x</a>");
  EXPECT_EQ(plain("D:a < b &amp; <a>"), "D: a < b &amp; <a>");
  EXPECT_EQ(plain("D;FMTTYPE=text/html;QUOTED-PRINTABLE:=26amp;"), "D;FMTTYPE=text/html;QUOTED-PRINTABLE: &");
}

TEST(content_lines, may_be_quoted_printable) {
  EXPECT_EQ(plain("NOTE;ENCODING=QUOTED-PRINTABLE:http=3A//a/=\r\nb=3Dc\r\nURL:x"),
            "NOTE;ENCODING=QUOTED-PRINTABLE: http://a/b=c\r\nURL: x");
  EXPECT_EQ(plain("NOTE;QUOTED-PRINTABLE:a=3D\nX:y"), "NOTE;QUOTED-PRINTABLE: a=\nX: y");
  EXPECT_EQ(plain("NOTE;QUOTED-PRINTABLE:a="), "NOTE;QUOTED-PRINTABLE: a");
  EXPECT_EQ(plain("NOTE;QUOTED-PRINTABLE:\n"), "NOTE;QUOTED-PRINTABLE: \n");
}

TEST(content_lines, are_known_by_type_and_by_content) {
  EXPECT_TRUE(is_content_lines_type("Text/Calendar"));
  EXPECT_TRUE(is_content_lines_type("application/ics"));
  EXPECT_FALSE(is_content_lines_type("text/plain"));
  EXPECT_TRUE(begins_content_lines("\xEF\xBB\xBF\r\nbegin:VCalendar\r\n"));
  EXPECT_TRUE(begins_content_lines("BEGIN:VCARD"));
  EXPECT_FALSE(begins_content_lines("BEGIN:PGP"));
  EXPECT_FALSE(begins_content_lines(""));
}

TEST(content_lines, equal_the_reference) {
  const std::vector<std::string> pieces{"NAME", ":",  ";X=",  "\"", "\\", "n",          "\\n", "\\,",
                                        "\\:",  "\n", "\r\n", " ",  "\t", "http://a/b", "\r"};
  std::mt19937 random(5);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::size_t count = random() % 20; count > 0; --count) text += pieces[random() % pieces.size()];
    ASSERT_EQ(plain(text), oracle::plain_content_lines(text)) << text;
  }
}

}  // namespace content_lines_test
}  // namespace urlsieve
