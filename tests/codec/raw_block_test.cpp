// Blocks written by hand after format_description.txt of google/snappy, and blocks of the library's
// compressor.
#include "src/codec/raw_block.hpp"

#include <snappy-c.h>

#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace urlsieve {
namespace {

std::string decompressed(std::string_view packed, std::size_t size) {
  std::string plain(size, '?');
  return decompress_snappy(packed, plain) ? plain : "fault";
}

// The format of format_description.txt of google/snappy.
TEST(snappy, blocks) {
  EXPECT_EQ(decompressed(std::string_view("\0", 1), 0), "");
  EXPECT_EQ(decompressed("\x03\x08"
                         "abc",
                         3),
            "abc");
  EXPECT_EQ(decompressed("\x07\x08"
                         "abc\x01\x03",
                         7),
            "abcabca")
      << "a copy of 4 bytes, 3 bytes back";
  EXPECT_EQ(decompressed(std::string_view("\x0B\x08"
                                          "abc\x1E\x03\0",
                                          8),
                         11),
            "abcabcabcab")
      << "an offset of 2 bytes";
  EXPECT_EQ(decompressed(std::string_view("\x06\x00"
                                          "a\x13\x01\0\0\0",
                                          8),
                         6),
            "aaaaaa")
      << "an offset of 4 bytes";
  const std::string literal(61, 'x');
  EXPECT_EQ(decompressed("\x3D\xF0\x3C" + literal, 61), literal) << "a length of 1 byte";
  EXPECT_EQ(decompressed(std::string("\x3D\xF4\x3C\0", 4) + literal, 61), literal) << "a length of 2 bytes";
  for (const std::string_view bad :
       {std::string_view("\x04\x08"
                         "abc"),
        std::string_view("\x03\x08"
                         "ab"),
        std::string_view("\x07\x08"
                         "abc\x01\x04"),
        std::string_view("\x07\x08"
                         "abc\x01"),
        std::string_view("\x03\x00", 2), std::string_view("\x03\xFC\xFF\xFF\xFF\xFF", 6),
        std::string_view("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 11), std::string_view()})
    EXPECT_EQ(decompressed(bad, 3), "fault");
}

// Each cut, each changed bit and each wrong size of a block is refused, or fills the buffer.
TEST(snappy, blocks_of_the_library) {
  std::string content;
  for (int i = 0; i < 3000; ++i) content += "http://example.org/" + std::to_string(i * i % 977);
  std::string block(::snappy_max_compressed_length(content.size()), '\0');
  std::size_t size = block.size();
  ASSERT_EQ(::snappy_compress(content.data(), content.size(), block.data(), &size), SNAPPY_OK);
  block.resize(size);
  EXPECT_EQ(decompressed(block, content.size()), content);
  EXPECT_EQ(decompressed(block, content.size() - 1), "fault");
  EXPECT_EQ(decompressed(block, content.size() + 1), "fault");
  EXPECT_EQ(decompressed(block + '\0', content.size()), "fault");
  for (std::size_t cut = 0; cut < block.size(); cut += 7)
    EXPECT_EQ(decompressed(block.substr(0, cut), content.size()), "fault") << cut;
  for (std::size_t i = 0; i < block.size(); i += 13) {
    std::string changed = block;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_NE(decompressed(changed, content.size()), content) << i;
  }
}

TEST(snappy, an_empty_block_without_a_buffer) {
  EXPECT_TRUE(decompress_snappy(std::string_view("\0", 1), {}));
  EXPECT_FALSE(decompress_snappy("", {}));
  EXPECT_FALSE(decompress_snappy(std::string_view("\0\0", 2), {}));
}

}  // namespace
}  // namespace urlsieve
