#include "src/text/encodings/wide_text.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

std::string wide_bytes(std::u32string_view text, std::size_t unit, bool big_endian) {
  std::string bytes;
  const auto put = [&](char32_t value) {
    for (std::size_t i = 0; i < unit; ++i)
      bytes += static_cast<char>(value >> 8U * (big_endian ? unit - 1 - i : i) & 0xFFU);
  };
  for (const char32_t c : text) {
    if (unit == 4 || c < 0x10000) {
      put(c);
    } else {
      put(0xD800 + ((c - 0x10000) >> 10U));
      put(0xDC00 + ((c - 0x10000) & 0x3FFU));
    }
  }
  return bytes;
}

// Returns lines of `letters` letters of a script around a URL.
std::u32string lines_written_in(char32_t first, char32_t last, std::size_t letters, std::mt19937& random) {
  std::u32string text;
  for (int line = 0; line < 60; ++line) {
    for (std::size_t i = 0; i < letters; ++i)
      text += static_cast<char32_t>(first + random() % (last - first + 1));
    text += line == 30 ? U" https://example.com/path\n" : U"\n";
  }
  return text;
}

TEST(wide_text, is_recognised_in_any_script) {
  struct script {
    std::string_view name;
    char32_t first;
    char32_t last;
  };
  constexpr script scripts[] = {
      {"Latin", 'a', 'z'},          {"Greek", 0x3B1, 0x3C9},     {"Cyrillic", 0x430, 0x44F},
      {"Hebrew", 0x5D0, 0x5EA},     {"Arabic", 0x627, 0x64A},    {"Devanagari", 0x904, 0x939},
      {"Gurmukhi", 0xA15, 0xA39},   {"Thai", 0xE01, 0xE2E},      {"Georgian", 0x10D0, 0x10F0},
      {"Hiragana", 0x3041, 0x3093}, {"Han", 0x4E00, 0x9FA5},     {"Hangul", 0xAC00, 0xD7A3},
      {"Emoji", 0x1F600, 0x1F64F},  {"Ethiopic", 0x1200, 0x1248}};
  std::mt19937 random(30);
  for (const script& item : scripts) {
    for (const std::size_t letters : {3U, 5U, 20U, 60U}) {
      const std::u32string text = lines_written_in(item.first, item.last, letters, random);
      for (const std::size_t unit : {2U, 4U}) {
        for (const bool big_endian : {false, true}) {
          const std::string bytes = wide_bytes(text, unit, big_endian);
          const std::optional<wide_encoding> found = find_wide_encoding(bytes);
          const std::string expected =
              (unit == 2 ? "utf-16" : "utf-32") + std::string(big_endian ? "be" : "le");
          ASSERT_TRUE(found) << item.name << ' ' << letters << ' ' << expected;
          EXPECT_EQ(found->word, expected) << item.name << ' ' << letters;
          EXPECT_NE(wide_as_utf8(bytes, *found).find("https://example.com/path\n"), std::string::npos);
        }
      }
    }
  }
}

TEST(wide_text, is_never_a_list_with_nuls_nor_binary_data) {
  std::mt19937 random(31);
  std::string names;
  for (int i = 0; i < 500; ++i) {
    names += "./folder/file-" + std::to_string(random() % 100000) + ".txt";
    names += '\0';
  }
  std::string utf8_names;
  for (int i = 0; i < 500; ++i) utf8_names += "./\xE6\x96\x87\xE5\xAD\x97/a\0"sv;
  std::string noise;
  for (int i = 0; i < 20000; ++i) noise += static_cast<char>(random() % 256);
  std::string numbers;  // little-endian 32-bit numbers, some thousands
  for (int i = 0; i < 5000; ++i) numbers += wide_bytes(std::u32string(1, random() % 5000), 4, false);
  std::string sound;  // 16-bit samples
  for (int i = 0; i < 9000; ++i)
    sound += wide_bytes(std::u32string(1, (random() % 400 + 65536 - 200) % 65536), 2, false);
  for (const std::string_view bytes :
       {std::string_view(names), std::string_view(utf8_names), std::string_view(noise),
        std::string_view(numbers), std::string_view(sound), "a\0b\0"sv,
        "text with one NUL\0 in it and more of it behind"sv})
    EXPECT_FALSE(find_wide_encoding(bytes)) << bytes.substr(0, 60);
}

TEST(wide_text, begins_behind_no_line_of_ascii) {
  const std::u32string text = U"http://one.example/\r\nhttp://two.example/\r\n";
  for (const std::string_view line :
       {"\n", "\r\n", "a\n", "#x\n", "\n\n", "\r\n\r\n", "a\nbc\n", "# hosts of May\r\n\r\n"}) {
    EXPECT_EQ(find_wide_encoding(std::string(line) + wide_bytes(text, 2, false)), std::nullopt) << line;
    EXPECT_EQ(find_wide_encoding(std::string(line) + "\xFF\xFE" + wide_bytes(text, 2, false)), std::nullopt)
        << line;
  }
  for (const std::u32string_view start : {U"\n", U"\r\n", U"a\n", U"\u4E0A", U"\u4E0A\n", U"\u0A38\u0A39 "}) {
    for (const bool big_endian : {false, true}) {
      const std::string bytes = wide_bytes(std::u32string(start) + text, 2, big_endian);
      const std::optional<wide_encoding> found = find_wide_encoding(bytes);
      ASSERT_TRUE(found) << bytes;
      EXPECT_EQ(found->big_endian, big_endian) << bytes;
    }
  }
}

TEST(wide_text, is_converted_with_replacements) {
  const auto converted = [](std::string_view bytes) {
    return wide_as_utf8(bytes, *find_wide_encoding(bytes));
  };
  EXPECT_EQ(converted("\xFF\xFE"
                      "a\0\x3D\xD8\x00\xDE"sv),
            "a\xF0\x9F\x98\x80");
  EXPECT_EQ(converted("\xFE\xFF\0a\xD8\0\0b"sv),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(converted("\xFF\xFE"
                      "a\0b"sv),
            "a\xEF\xBF\xBD");
}

}  // namespace
}  // namespace urlsieve
