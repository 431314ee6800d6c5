#include "src/documents/http/chunked.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <string>

namespace urlsieve {
namespace chunked_test {

struct undone {
  chunked_status status;
  std::string bytes;
  friend bool operator==(const undone&, const undone&) = default;
  friend std::ostream& operator<<(std::ostream& out, const undone& u) {
    return out << static_cast<int>(u.status) << " \"" << u.bytes << '"';
  }
};

undone undo(std::string_view body) {
  arena buffer;
  const dechunked result = decode_chunked(body, 64, buffer);
  return {result.status, std::string(result.bytes)};
}

constexpr auto whole = chunked_status::whole;
constexpr auto broken = chunked_status::broken;
constexpr auto no_chunks = chunked_status::no_chunks;

TEST(chunked, joins_chunks) {
  EXPECT_EQ(undo("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), (undone{whole, "abcde"}));
  EXPECT_EQ(undo("0\r\n\r\n"), (undone{whole, ""}));
}

TEST(chunked, reads_extensions_trailers_spaces_upper_case_and_bare_line_feeds) {
  EXPECT_EQ(undo("A;name=\"v\"\r\n0123456789\r\n0;last\r\nTrailer: x\r\n\r\n"),
            (undone{whole, "0123456789"}));
  EXPECT_EQ(undo("3  \r\nabc\r\n0   \r\n\r\n"), (undone{whole, "abc"}));
  EXPECT_EQ(undo("003\nabc\n0\n\n"), (undone{whole, "abc"}));
}

TEST(chunked, keeps_other_bodies) {
  EXPECT_EQ(undo("<html>"), (undone{no_chunks, "<html>"}));
  EXPECT_EQ(undo("abc"), (undone{no_chunks, "abc"}));
  EXPECT_EQ(undo(""), (undone{no_chunks, ""}));
  EXPECT_EQ(undo("12 lines\r\n"), (undone{no_chunks, "12 lines\r\n"}));
  EXPECT_EQ(undo("ffffffffffffffffff\r\nx"), (undone{no_chunks, "ffffffffffffffffff\r\nx"}));
}

TEST(chunked, yields_the_readable_part_of_corrupt_chunks) {
  EXPECT_EQ(undo("ffff\r\nabc"), (undone{broken, "abc"}));
  EXPECT_EQ(undo("3\r\nabc\r\n"), (undone{broken, "abc"}));
  EXPECT_EQ(undo("3\r\nabc\r\n2\r\nde"), (undone{broken, "abcde"}));
  EXPECT_EQ(undo("3\r\nabc\r\n\r\n"), (undone{broken, "abc"}));
  EXPECT_EQ(undo("2\r\nabc\r\n0\r\n\r\n"), (undone{broken, "abc\r\n0\r\n\r\n"}));
}

TEST(chunked, knows_a_chunked_body_that_is_not_declared) {
  EXPECT_TRUE(is_chunked("3\r\nabc\r\n0\r\n\r\n"));
  EXPECT_FALSE(is_chunked("3\r\nabc\r\n"));
  EXPECT_FALSE(is_chunked("0\r\n"));
  EXPECT_FALSE(is_chunked("3\r\nabcd\r\n0\r\n\r\n"));
  EXPECT_FALSE(is_chunked("2024\r\nnews\r\n"));
}

TEST(chunked, decodes_chunks_of_any_size) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string body(random() % 300, 'x');
    for (char& c : body) c = static_cast<char>(random());
    std::string coded;
    for (std::size_t at = 0; at < body.size();) {
      const std::size_t size = std::min<std::size_t>(body.size() - at, 1 + random() % 40);
      char line[32];
      std::snprintf(line, sizeof line, random() % 2 != 0 ? "%zx\r\n" : "%zX;e=1\r\n", size);
      coded += line + body.substr(at, size) + "\r\n";
      at += size;
    }
    EXPECT_EQ(undo(coded + "0\r\n\r\n"), (undone{whole, body}));
    if (!body.empty()) {
      EXPECT_EQ(undo(coded).status, broken);
      EXPECT_EQ(undo(coded).bytes, body);
    }
  }
}

TEST(chunked, pads_the_result) {
  arena buffer;
  const dechunked result = decode_chunked("1\r\na\r\n1\r\nb\r\n0\r\n\r\n", 64, buffer);
  ASSERT_EQ(result.bytes, "ab");
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(result.bytes.data()[2 + i], '\0');
}

}  // namespace chunked_test
}  // namespace urlsieve
