#include "src/text/ascii.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

namespace urlsieve {
namespace ascii_test {

TEST(ascii, compares_letters_in_any_case) {
  EXPECT_TRUE(ascii::same("WARC-Type", "warc-type"));
  EXPECT_TRUE(ascii::same("warc-type", "warc-type"));
  EXPECT_FALSE(ascii::same("warc-types", "warc-type"));
  EXPECT_FALSE(ascii::same("warc-typ", "warc-type"));
  EXPECT_FALSE(ascii::same("warc\rtype", "warc-type"));
  EXPECT_TRUE(ascii::begins("HTTP/1.1", "http/"));
  EXPECT_FALSE(ascii::begins("HTT", "http/"));
  EXPECT_TRUE(ascii::ends("image/SVG+XML", "+xml"));
  EXPECT_FALSE(ascii::ends("xml", "+xml"));
  EXPECT_TRUE(ascii::contains("<!DOCTYPE HTML>", "html"));
  EXPECT_FALSE(ascii::contains("HTM", "html"));
}

// The comparison handles eight bytes at a time, with any content.
TEST(ascii, compares_long_texts_byte_for_byte) {
  std::mt19937 random(8);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto left = random() % 20; left > 0; --left) {
      constexpr std::string_view near("@AZ[`az{\x80\xC1\xDA\xFF");
      text += random() % 2 == 0 ? near[random() % near.size()] : static_cast<char>(random() % 256);
    }
    std::string lowered = ascii::lowered(text);
    ASSERT_TRUE(ascii::same(text, lowered)) << text;
    if (text.empty()) continue;
    const std::size_t changed = random() % text.size();
    lowered[changed] = static_cast<char>(random() % 256);
    ASSERT_EQ(ascii::same(text, lowered), ascii::lowered(text) == lowered) << text;
  }
}

TEST(ascii, finds_a_text_among_others) {
  EXPECT_TRUE(ascii::is_one_of("Text/CSS", {"text/html", "text/css"}));
  EXPECT_FALSE(ascii::is_one_of("text/cs", {"text/html", "text/css"}));
  EXPECT_FALSE(ascii::is_one_of("", {}));
}

TEST(ascii, lowers_letters_and_nothing_else) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool upper = byte >= 'A' && byte <= 'Z';
    EXPECT_EQ(ascii::lower(c), upper ? static_cast<char>(byte + 32) : c) << byte;
  }
  EXPECT_EQ(ascii::lowered("A[\\]^_`a{\xC4"), "a[\\]^_`a{\xC4");
}

}  // namespace ascii_test
}  // namespace urlsieve
