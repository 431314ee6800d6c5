#include "src/input/recoding/utf16_source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <random>
#include <string>

#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"
#include "tests/text/written_utf16.hpp"

namespace urlsieve {
namespace utf16_source_test {

// UTF-16 with a byte order mark.
std::string utf16(std::u32string_view text, bool big_endian) {
  return testing::utf16_of(U"\xFEFF", big_endian) + testing::utf16_of(text, big_endian);
}

using testing::utf8_of;

// Returns the output of as_utf8() if the head has `seen` bytes; checks that the output does not depend on
// delivery.
std::string converted(const std::string& bytes, std::size_t seen) {
  return testing::same_in_every_way([&](const testing::way& how) -> std::string {
    stats counted;
    std::unique_ptr<byte_source> stored = byte_source::from_memory(bytes, "memory");
    std::string head(seen, '\0');
    head.resize(stored->read(head, counted));
    const std::optional<wide_encoding> from = find_wide_encoding(head);
    return from ? read_all(*as_utf8(std::move(stored), *from, head), how).bytes : "not wide";
  });
}

TEST(utf16_source, gives_the_same_text_for_any_head_and_in_every_way) {
  std::u32string text;
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    const char32_t c = random() % 4 == 0   ? 0x10000 + random() % 0x1000
                       : random() % 2 == 0 ? random() % 0x80
                                           : random() % 0xD000;
    text += c;
  }
  const std::string expected = utf8_of(text);
  for (const bool big_endian : {false, true}) {
    const std::string bytes = utf16(text, big_endian);
    for (const std::size_t seen : {2U, 3U, 4U, 5U, 1001U, 100000U})
      EXPECT_EQ(converted(bytes, seen), expected);
  }
}

TEST(utf16_source, keeps_later_marks_at_every_block_border) {
  const std::u32string text = U"a\xFEFF\xFEFF\n\xFEFF";
  for (const bool big_endian : {false, true}) {
    for (const std::size_t seen : {2U, 4U, 6U, 8U, 10U, 100U})
      EXPECT_EQ(converted(utf16(text, big_endian), seen), utf8_of(text)) << seen;
    EXPECT_EQ(converted(utf16(U"\xFEFF", big_endian), 2), "\xEF\xBB\xBF");
  }
}

// Programs append to a file in another encoding.
TEST(utf16_source, keeps_text_of_one_byte_per_character_behind_utf16) {
  std::u32string wide;
  std::string narrow;
  for (int i = 0; i < 4000; ++i) {
    wide += U"see http://a.example/ \x4E0A\x6D77 \x3042\x3044\x3046\x3048 \x1F600\r\n";
    narrow += "see http://b.example/ and caf\xC3\xA9\n";
  }
  for (const bool big_endian : {false, true}) {
    EXPECT_EQ(converted(utf16(wide, big_endian) + narrow, 100), utf8_of(wide) + narrow);
    EXPECT_EQ(
        converted(utf16(wide, big_endian) + narrow + "x\n" + testing::utf16_of(wide, big_endian) + narrow, 2),
        utf8_of(wide) + narrow + "x\n" + utf8_of(wide) + narrow);
  }
}

TEST(utf16_source, replaces_invalid_characters) {
  EXPECT_EQ(converted(std::string("\xFF\xFE"
                                  "a\0\x00\xD8",
                                  6),
                      2),
            "a\xEF\xBF\xBD");
  EXPECT_EQ(converted(std::string("\xFF\xFE"
                                  "a\0b",
                                  5),
                      2),
            "a\xEF\xBF\xBD");
}

std::string utf32(std::u32string_view text, bool big_endian) {
  std::string bytes;
  for (const char32_t c : text)
    for (const unsigned byte : {0U, 1U, 2U, 3U})
      bytes += static_cast<char>(c >> 8U * (big_endian ? 3 - byte : byte) & 0xFFU);
  return bytes;
}

TEST(utf16_source, reads_utf32) {
  std::u32string text = U"http://a.example/\n\x4E00\x1F600";
  for (int i = 0; i < 9000; ++i) text += U"x\x10FFFF";
  for (const bool big_endian : {false, true}) {
    const std::string bytes = utf32(U"\xFEFF", big_endian) + utf32(text, big_endian);
    for (const std::size_t seen : {4U, 5U, 6U, 7U, 1001U, 100000U})
      EXPECT_EQ(converted(bytes, seen), utf8_of(text)) << seen;
  }
  for (const std::size_t seen : {4U, 8U, 12U, 16U})
    EXPECT_EQ(converted(utf32(U"\xFEFFz\xFEFF\xFEFF", false), seen), utf8_of(U"z\xFEFF\xFEFF")) << seen;
  const std::u32string broken{0xD800, 0x110000, U'a'};
  EXPECT_EQ(converted(utf32(U"\xFEFF", false) + utf32(broken, false) + "b", 4),
            "\xEF\xBF\xBD\xEF\xBF\xBD"
            "a\xEF\xBF\xBD");
}

TEST(utf16_source, is_recognized_by_the_pattern_of_nuls) {
  const std::u32string text = U"See http://a.example/ and M\xFCller\x2019s page\r\n";
  for (const bool big_endian : {false, true}) {
    const std::string narrow = utf16(text, big_endian).substr(2);
    EXPECT_EQ(converted(narrow, 64), utf8_of(text));
    EXPECT_EQ(converted(utf32(text, big_endian), 64), utf8_of(text));
  }
}

TEST(utf16_source, rejects_other_bytes) {
  EXPECT_TRUE(find_wide_encoding("\xFE\xFF"));
  using namespace std::string_view_literals;
  for (const std::string_view other :
       {""sv, "plain text"sv,
        "\xEF\xBB\xBF"
        "a"sv,
        "a\0b\0"sv, "a\0b\0c\0\0\0d\0"sv, "a\0bcd\0ef"sv, "\1\0\2\0\3\0\4\0"sv, "\0\0\0\0\0\0\0\0"sv,
        "\x7F"
        "ELF\2\1\1\0\0\0\0\0"sv})
    EXPECT_FALSE(find_wide_encoding(other)) << other;
}

}  // namespace utf16_source_test
}  // namespace urlsieve
