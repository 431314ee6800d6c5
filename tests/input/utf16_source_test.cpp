#include "src/input/utf16_source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>

namespace urlsieve {
namespace {

// An independent encoder: UTF-16 of code points, with a byte order mark.
std::string utf16(std::u32string_view text, bool big_endian) {
  std::string bytes;
  const auto put = [&](char32_t unit) {
    const char high = static_cast<char>(unit >> 8U);
    const char low = static_cast<char>(unit & 0xFFU);
    bytes += big_endian ? high : low;
    bytes += big_endian ? low : high;
  };
  put(0xFEFF);
  for (const char32_t c : text) {
    if (c < 0x10000) {
      put(c);
    } else {
      put(0xD800 + ((c - 0x10000) >> 10U));
      put(0xDC00 + ((c - 0x10000) & 0x3FFU));
    }
  }
  return bytes;
}

std::string utf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) {
    if (c < 0x80) {
      bytes += static_cast<char>(c);
    } else if (c < 0x800) {
      bytes += static_cast<char>(0xC0 | (c >> 6U));
      bytes += static_cast<char>(0x80 | (c & 0x3FU));
    } else if (c < 0x10000) {
      bytes += static_cast<char>(0xE0 | (c >> 12U));
      bytes += static_cast<char>(0x80 | ((c >> 6U) & 0x3FU));
      bytes += static_cast<char>(0x80 | (c & 0x3FU));
    } else {
      bytes += static_cast<char>(0xF0 | (c >> 18U));
      bytes += static_cast<char>(0x80 | ((c >> 12U) & 0x3FU));
      bytes += static_cast<char>(0x80 | ((c >> 6U) & 0x3FU));
      bytes += static_cast<char>(0x80 | (c & 0x3FU));
    }
  }
  return bytes;
}

// Everything that as_utf8() gives when `seen` bytes were read before it was made, `step` bytes at a time.
std::string converted(const std::string& bytes, std::size_t seen, std::size_t step) {
  stats counted;
  std::unique_ptr<byte_source> stored = byte_source::from_memory(bytes, "memory");
  std::string head(seen, '\0');
  head.resize(stored->read(head, counted));
  EXPECT_TRUE(begins_utf16(head));
  const std::unique_ptr<byte_source> source = as_utf8(std::move(stored), head);
  std::string all;
  std::string part(step, '\0');
  while (const std::size_t got = source->read(part, counted)) all.append(part, 0, got);
  return all;
}

TEST(Utf16Source, GivesTheSameTextForAnyHeadAndStep) {
  std::u32string text;
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    const char32_t c = random() % 4 == 0   ? 0x10000 + random() % 0x1000
                       : random() % 2 == 0 ? random() % 0x80
                                           : random() % 0xD000;
    text += c;
  }
  const std::string expected = utf8(text);
  for (const bool big_endian : {false, true}) {
    const std::string bytes = utf16(text, big_endian);
    for (const std::size_t seen : {2U, 3U, 4U, 5U, 1001U, 100000U}) {
      for (const std::size_t step : {1U, 7U, 4096U}) EXPECT_EQ(converted(bytes, seen, step), expected);
    }
  }
}

TEST(Utf16Source, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(converted(std::string("\xFF\xFE"
                                  "a\0\x00\xD8",
                                  6),
                      2, 10),
            "a\xEF\xBF\xBD");
  EXPECT_EQ(converted(std::string("\xFF\xFE"
                                  "a\0b",
                                  5),
                      2, 10),
            "a\xEF\xBF\xBD");
}

TEST(Utf16Source, OnlyAMarkTells) {
  EXPECT_TRUE(begins_utf16("\xFE\xFF"));
  EXPECT_FALSE(
      begins_utf16("\xEF\xBB\xBF"
                   "a"));
  EXPECT_FALSE(begins_utf16(std::string("a\0b\0", 4)));
  EXPECT_FALSE(begins_utf16(""));
}

}  // namespace
}  // namespace urlsieve
