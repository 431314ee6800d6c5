#include "src/text/encodings/utf16_runs.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/text/npos.hpp"
#include "tests/text/written_utf16.hpp"

namespace urlsieve {
namespace utf16_runs_test {

using testing::utf16_of;
using testing::utf8_of;

std::string converted(std::string_view text) {
  arena out;
  return std::string(with_utf16_as_utf8(text, out));
}

TEST(utf16_runs, begin_with_four_ascii_characters_or_their_mark) {
  for (const bool big_endian : {false, true}) {
    const std::string wide = utf16_of(U"see \x4E2D http://a.example/\n", big_endian);
    EXPECT_EQ(find_utf16("narrow\n" + wide, 0, big_endian), 7U);
    EXPECT_EQ(find_utf16("narrow\n" + utf16_of(U"\xFEFF", big_endian) + wide, 0, big_endian), 7U);
    EXPECT_EQ(find_utf16(wide, 1, big_endian), 10U) << "three characters before others";
    EXPECT_EQ(find_utf16("narrow\n" + utf16_of(U"abc", big_endian) + "\n", 0, big_endian), npos);
  }
  EXPECT_EQ(find_utf16(std::string(100, '\0'), 0, false), npos);
  EXPECT_EQ(find_utf16(std::string("a\0bb\0cc\0d", 9), 0, false), npos);
}

TEST(utf16_runs, end_before_text_of_one_byte_per_character) {
  for (const bool big_endian : {false, true}) {
    const std::string wide = utf16_of(U"see \x4E2D\n", big_endian);
    const auto size_before = [&](const std::string& narrow) {
      const utf16_extent found = utf16_prefix(wide + narrow, big_endian, true);
      EXPECT_EQ(found.ended, found.size < wide.size() + narrow.size()) << narrow;
      return found.size - wide.size();
    };
    EXPECT_EQ(size_before("http://a.example/\n"), 0U);
    EXPECT_EQ(size_before("a line of text without any reference\n"), 0U);
    EXPECT_EQ(size_before("short\n"), 6U) << "not decided";
    EXPECT_EQ(size_before("\xE8\xA6\x8Bhttp://a.example/\n"), 3U) << "the URL begins within a unit";
    EXPECT_EQ(size_before("x" + utf16_of(U"http://b.example/", big_endian)), big_endian ? 0U : 1U)
        << "the other alignment";
  }
}

TEST(utf16_runs, do_not_end_at_characters_that_look_like_pairs) {
  const std::vector<std::u32string> texts{
      std::u32string(3000, U'\x3042'), std::u32string(80, U'\x2550'), std::u32string(80, U'\x2500'),
      std::u32string(80, U'\x3000'),
      U"\x2554\x2550\x2566\x2557\x2551\x2560\x256C\x2563\x255A\x2569\x255D"
      U"\x2554\x2550\x2566\x2557\x2551\x2560\x256C\x2563\x255A\x2569\x255D"};
  for (const std::u32string& text : texts)
    for (const bool big_endian : {false, true})
      EXPECT_FALSE(utf16_prefix(utf16_of(text, big_endian), big_endian, true).ended) << utf8_of(text);
}

TEST(utf16_runs, hold_back_what_later_bytes_decide) {
  const std::string wide = utf16_of(U"text\n", false);
  const std::string narrow = "see http://a.example/ there\n";
  for (std::size_t size = 0; size <= narrow.size(); ++size) {
    const utf16_extent found = utf16_prefix(wide + narrow.substr(0, size), false, false);
    EXPECT_LE(found.size, wide.size()) << size;
    EXPECT_EQ(found.ended, size >= std::string("see http://a").size()) << size;
  }
}

// Lines in both encodings, in any order, give the same text as lines in one encoding.
TEST(utf16_runs, are_converted_between_other_lines) {
  const std::vector<std::u32string> lines{U"see http://a.example/ there\n",
                                          U"GET http://b.example/?q=1#f\r\n",
                                          U"- a line without a reference, but with words\n"};
  const std::vector<std::u32string> wide_lines{U"text \x4E0A\x6D77 http://\x4E0A\x6D77.example/\x0A41\n",
                                               U"see caf\xE9 and http://c.example/\r\n",
                                               U"\xFEFFmarked \x1F600\n"};
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string bytes;
    std::string expected;
    for (int line = 0; line < 12; ++line) {
      const bool wide = random() % 2 == 0;
      const std::u32string& text = wide && random() % 2 == 0 ? wide_lines[random() % wide_lines.size()]
                                                             : lines[random() % lines.size()];
      bytes += wide ? utf16_of(text, false) : utf8_of(text);
      expected += utf8_of(text);
    }
    ASSERT_EQ(converted(bytes), expected) << round;
  }
}

TEST(utf16_runs, have_the_byte_order_of_their_mark_or_front) {
  const std::string little = utf16_of(U"http://a.example/\r\nhttp://b.example/\r\n", false);
  const std::string big = utf16_of(U"http://a.example/", true);
  EXPECT_FALSE(is_big_endian_utf16("text\n" + little));
  EXPECT_FALSE(is_big_endian_utf16(little.substr(1)));
  EXPECT_FALSE(is_big_endian_utf16(little.substr(1, little.size() - 2))) << "cut behind line feeds";
  EXPECT_TRUE(is_big_endian_utf16(big));
  EXPECT_TRUE(is_big_endian_utf16("text\n\xFE\xFF" + big));
  EXPECT_EQ(converted(little.substr(0, little.size() - 1)), "http://a.example/\r\nhttp://b.example/\r\n");
}

}  // namespace utf16_runs_test
}  // namespace urlsieve
