#include "src/codec/charset_detection.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace urlsieve {
namespace {

std::string repeated(std::string_view line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text.append(line);
  return text;
}

TEST(guess_encoding, ignores_utf8) {
  EXPECT_EQ(guess_encoding("").kind, encoding_kind::unknown);
  EXPECT_EQ(guess_encoding("http://a.example/\n").kind, encoding_kind::unknown);
  EXPECT_EQ(guess_encoding(repeated("caf\xC3\xA9 ", 100)).kind, encoding_kind::unknown);
  // A character across the end of the detected bytes.
  std::string cut(detected_bytes - 1, 'x');
  cut += "\xC3\xA9 and more";
  EXPECT_EQ(guess_encoding(cut).kind, encoding_kind::unknown);
  // One invalid byte in much UTF-8.
  EXPECT_EQ(guess_encoding(repeated("caf\xC3\xA9 na\xC3\xAFve ", 200) + "\xFF").kind, encoding_kind::unknown);
}

// ICU takes such texts for windows-1252.
TEST(guess_encoding, knows_utf8_with_few_faults) {
  const std::string german = repeated("Sch\xC3\xB6ne Gr\xC3\xBC\xC3\x9F", 5);
  EXPECT_EQ(guess_encoding(german + "e x\xE9\n").kind, encoding_kind::unknown);
  EXPECT_EQ(guess_encoding("x\xE9 " + german).kind, encoding_kind::unknown);
  EXPECT_EQ(guess_encoding(repeated(german + "\xFC ", 40)).kind, encoding_kind::unknown);
  // A last character that is cut is no fault.
  EXPECT_EQ(guess_encoding(german + " x\xE9 \xC3").kind, encoding_kind::unknown);
  // Too many faults. The charset of the faults counts.
  EXPECT_EQ(guess_encoding(repeated("Sch\xC3\xB6n, aber f\xFCr die Gr\xFC\xDF"
                                    "e ",
                                    20))
                .name,
            "windows-1252");
}

TEST(guess_encoding, finds_common_charsets) {
  struct row {
    std::string_view line;
    std::string_view name;
  };
  constexpr row rows[] = {
      {"\xCF\xF0\xE8\xE2\xE5\xF2, \xFD\xF2\xEE \xEF\xF0\xEE\xF1\xF2\xEE\xE9 \xF2\xE5\xEA\xF1\xF2 \xED\xE0 "
       "\xF0\xF3\xF1\xF1\xEA\xEE\xEC \xFF\xE7\xFB\xEA\xE5. ",
       "windows-1251"},
      {"\xC6\xFC\xCB\xDC\xB8\xEC\xA4\xCE\xA5\xC6\xA5\xAD\xA5\xB9\xA5\xC8\xA4\xC7\xA4\xB9\xA1\xA3", "EUC-JP"},
      {"\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x83\x65\x83\x4C\x83\x58\x83\x67\x82\xC5\x82\xB7\x81\x42",
       "Shift_JIS"},
      {"\xD5\xE2\xCA\xC7\xD6\xD0\xCE\xC4\xCE\xC4\xB1\xBE\xA3\xAC\xD3\xC3\xC0\xB4\xB2\xE2\xCA\xD4\xA1\xA3",
       "gb18030"},
  };
  for (const row& item : rows) EXPECT_EQ(guess_encoding(repeated(item.line, 20)).name, item.name);
}

TEST(find_undeclared_charset, prefers_the_requested_charset) {
  struct row {
    std::string_view text;
    std::string_view asked;
    std::string_view name;  // empty: no conversion
  };
  using namespace std::string_view_literals;
  const row rows[] = {
      {"\xE9", "windows-1251", "windows-1251"},
      {"caf\xC3\xA9", "windows-1252", "windows-1252"},
      {"caf\xE9", "utf-8", "UTF-8"},
      // A byte order mark is a declaration.
      {"\xEF\xBB\xBFx", "windows-1252", ""},
      {"\xFF\xFEx\0"sv, "windows-1252", ""},
      {"x\0y\0"sv, "utf-16le", "UTF-16LE"},
      {"\x2D\x4E\x87\x65", "utf-16le", "UTF-16LE"},
      // UTF-8 without NUL is not UTF-16 with a URL.
      {"http://a.example/", "utf-16le", "UTF-8"},
  };
  for (const row& item : rows) {
    const undeclared_charset found = find_undeclared_charset(item.text, find_encoding(item.asked));
    EXPECT_EQ(found.named.name, item.name) << item.asked;
    EXPECT_FALSE(found.is_guessed);
  }
  EXPECT_TRUE(find_undeclared_charset("caf\xE9", {}).is_guessed);
  EXPECT_FALSE(find_undeclared_charset("\xFF\xFEx\0"sv, {}).is_guessed);
}

// UTF-8 may end inside a character, and nowhere else has less than a whole one.
TEST(find_undeclared_charset, knows_utf8_whose_last_character_is_truncated) {
  const encoding utf16 = find_encoding("utf-16le");
  const auto is_utf8_text = [&](const std::string& text) {
    return find_undeclared_charset(text, utf16).named.name == "UTF-8";
  };
  for (const std::string character : {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}) {
    for (std::size_t size = 0; size <= character.size(); ++size) {
      const std::string part = character.substr(0, size);
      EXPECT_TRUE(is_utf8_text(part)) << size;
      EXPECT_TRUE(is_utf8_text("http://a.example/" + character + part)) << size;
      const bool is_whole = size == 0 || size == character.size();
      EXPECT_EQ(is_utf8_text(part + "x"), is_whole) << size;
      EXPECT_EQ(is_utf8_text(part + character), is_whole) << size;
    }
  }
  EXPECT_FALSE(is_utf8_text("x\xA9"));
  EXPECT_FALSE(is_utf8_text("x\xA9\xA9\xA9\xA9"));
}

}  // namespace
}  // namespace urlsieve
