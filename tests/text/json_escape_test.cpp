#include "src/text/json_escape.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace urlsieve {
namespace {

std::string decoded(std::string_view text, bad_escapes bad = bad_escapes::kept) {
  std::string out(text.size(), '\0');
  out.resize(decode_json_escapes(text, out.data(), bad));
  EXPECT_LE(out.size(), text.size()) << text;
  return out;
}

TEST(json_escape, means_what_rfc_8259_section_7_says) {
  EXPECT_EQ(decoded(R"(http:\/\/a.b\/c)"), "http://a.b/c");
  EXPECT_EQ(decoded(R"(\"\\\/\b\f\n\r\t)"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(decoded(R"(\u0041\u00e9\u4E2D\u003c)"), "A\xC3\xA9\xE4\xB8\xAD<");
  EXPECT_EQ(decoded(R"(\ud83d\ude00)"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded(R"(\\n)"), "\\n");
}

TEST(json_escape, leaves_what_is_none) {
  for (const char* const text :
       {"", "plain", R"(\d+\.)", R"(\)", R"(a\)", R"(\u12)", R"(\u12x4)", R"(\ud83d)", R"(\ud83dx)",
        R"(\ude00\ud83d)", R"(\ud83d\u0041)", R"(C:\users)"})
    if (std::string_view(text) == R"(\ud83d\u0041)")
      EXPECT_EQ(decoded(text), R"(\ud83dA)");
    else
      EXPECT_EQ(decoded(text), text);
}

TEST(json_escape, repairs_what_is_none) {
  static const std::vector<std::pair<std::string, std::string>> cases{
      {R"(\ud83d)", "\xEF\xBF\xBD"},
      {R"(\ud83dx)", "\xEF\xBF\xBDx"},
      {R"(\ud83d\u0041)",
       "\xEF\xBF\xBD"
       "A"},
      {R"(\ude00\ud83d)", "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {R"(\ud83d\ud83d\ude00)", "\xEF\xBF\xBD\xF0\x9F\x98\x80"},
      {R"(\d+\.)", "d+."},
      {R"(a\)", "a"},
      {R"(\u12x4)", "u12x4"},
      {R"(\/\u00e9\t)", "/\xC3\xA9\t"}};
  for (const auto& [text, meaning] : cases) EXPECT_EQ(decoded(text, bad_escapes::repaired), meaning) << text;
}

TEST(json_escape, tells_what_stands_at_a_backslash) {
  using kind = json_escape::kind;
  struct row {
    std::string_view text;
    kind is;
    std::size_t size;
    char32_t character;
  };
  for (const row& one : {row{R"(\n)", kind::character, 2, '\n'}, row{R"(\u00E9)", kind::character, 6, 0xE9},
                         row{R"(\uD83D\uDE00)", kind::character, 12, 0x1F600},
                         row{R"(\uD83D\uD83D)", kind::half_pair, 6, 0xFFFD},
                         row{R"(\uDE00)", kind::half_pair, 6, 0xFFFD}, row{R"(\x)", kind::unknown, 1, 0},
                         row{R"(\u00G9)", kind::unknown, 1, 0}, row{R"(\)", kind::unknown, 1, 0}}) {
    const json_escape found = read_json_escape(one.text, 0);
    EXPECT_EQ(found.is, one.is) << one.text;
    EXPECT_EQ(found.size, one.size) << one.text;
    EXPECT_EQ(found.character, one.character) << one.text;
  }
}

}  // namespace
}  // namespace urlsieve
