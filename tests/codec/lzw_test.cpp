#include "src/codec/lzw.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/oracle/lzw_writer.hpp"

namespace urlsieve {
namespace lzw_test {

std::string unpacked(std::string_view packed, lzw_end expected = lzw_end::whole,
                     std::size_t limit = std::size_t{1} << 30U) {
  std::string out;
  EXPECT_EQ(decompress_lzw(packed, limit, out), expected);
  return out;
}

std::string text_of(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) {
    const auto kind = random() % 4;
    if (kind == 0) text += "http://example.com/" + std::to_string(random() % 1000) + "\n";
    if (kind == 1) text += std::string(random() % 40, 'a');
    if (kind == 2) text += static_cast<char>(random());
    if (kind == 3 && text.size() > 100) text += text.substr(random() % 50, random() % 50);
  }
  return text;
}

TEST(lzw, decompresses_like_gzip) {
  for (const std::size_t size : {0UL, 1UL, 2UL, 3UL, 100UL, 3000UL, 7'000UL}) {
    const std::string text = text_of(size, 7);
    for (const unsigned widest : {10U, 12U, 14U, 16U})
      for (const std::size_t clear_after : {0UL, 1UL, 100UL, 255UL, 256UL, 300UL, 1000UL, 5000UL})
        ASSERT_EQ(unpacked(oracle::lzw_written(text, widest, clear_after)), text)
            << size << " " << widest << " " << clear_after;
  }
  EXPECT_EQ(unpacked(oracle::lzw_written(std::string(30'000, 'x'))), std::string(30'000, 'x'));
}

// "ababab": codes 97, 98, 257, 257 of nine bits.
TEST(lzw, reads_codes_from_the_low_bits_on) {
  EXPECT_EQ(unpacked("\x1F\x9D\x90\x61\xC4\x04\x0C\x08"), "ababab");
}

TEST(lzw, is_bounded) {
  const std::string packed = oracle::lzw_written(std::string(100'000, 'x'));
  EXPECT_EQ(unpacked(packed, lzw_end::limit, 1000), std::string(1000, 'x'));
  EXPECT_EQ(unpacked(packed, lzw_end::whole, 100'000).size(), 100'000U);
}

TEST(lzw, is_recognized_by_its_header) {
  EXPECT_TRUE(begins_lzw("\x1F\x9D\x90"));
  EXPECT_FALSE(begins_lzw("\x1F\x9D\x88"));
  EXPECT_FALSE(begins_lzw("\x1F\x9D\x91x"));
  EXPECT_FALSE(begins_lzw("\x1F\x8B\x90"));
  EXPECT_FALSE(begins_lzw("\x1F\x9D"));
  unpacked("abc", lzw_end::corrupt);
}

TEST(lzw, survives_any_bytes) {
  std::mt19937 random(5);
  const std::string packed = oracle::lzw_written(text_of(5000, 1), 12, 700);
  for (int round = 0; round < 3000; ++round) {
    std::string broken = packed.substr(0, random() % (packed.size() + 1));
    for (auto changes = random() % 5; changes > 0 && !broken.empty(); --changes)
      broken[random() % broken.size()] = static_cast<char>(random());
    std::string out;
    static_cast<void>(decompress_lzw(broken, 100'000, out));
    ASSERT_LE(out.size(), 100'000U);
  }
}

}  // namespace lzw_test
}  // namespace urlsieve
