#include "src/text/encodings/visible.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace urlsieve {
namespace visible_test {

TEST(visible, escapes_control_sequences) {
  using namespace std::string_view_literals;
  EXPECT_EQ(visible("plain \"text\" with \\ and \xC3\xA9 \xE6\x97\xA5"),
            "plain \"text\" with \\ and \xC3\xA9 \xE6\x97\xA5");
  EXPECT_EQ(visible("a\r\n\tb"), "a\\r\\n\\tb");
  EXPECT_EQ(visible("\x1B[2J\0\x7F"sv), "\\x1B[2J\\x00\\x7F");
  EXPECT_EQ(visible("\xC2\x9B"
                    "31m"),
            "\\u009B31m");  // CSI in one character
  EXPECT_EQ(visible("a\xE2\x80\xAE"
                    "b\xE2\x80\x8B"),
            "a\\u202Eb\\u200B");  // order reversed, no width
  EXPECT_EQ(visible("\xF3\xA0\x81\x81"), "\\U000E0041");
  EXPECT_EQ(visible("\xFF\xC3"), "\\xFF\\xC3");
}

TEST(visible, quotes) {
  EXPECT_EQ(in_quotes("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
  EXPECT_EQ(quoted_character("[x"), "\"[\"");
  EXPECT_EQ(quoted_character("\"x"), "\"\\\"\"");
  EXPECT_EQ(quoted_character("\xC3\xA9x"), "\"\xC3\xA9\"");
  EXPECT_EQ(quoted_character("\x1Bx"), "U+001B");
  EXPECT_EQ(quoted_character("\xF3\xA0\x81\x81"), "U+E0041");
  EXPECT_EQ(quoted_character("\xC3"), "\"\\xC3\"");
}

TEST(visible, counts_columns) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("ab\xC3\xA9"), 3U);
  EXPECT_EQ(columns("\xE6\x97\xA5\xF0\x9F\x98\x80"), 4U);
}

}  // namespace visible_test
}  // namespace urlsieve
