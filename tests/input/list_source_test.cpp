#include "src/input/lists/list_source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"
#include "tests/text/written_utf16.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

std::string read_list(std::string_view bytes, list_separator separator = list_separator::line_feed) {
  return testing::same_in_every_way([&](const testing::way& how) -> std::string {
    const std::unique_ptr<byte_source> list = as_list(byte_source::from_memory(bytes, "memory"), separator);
    return read_all(*list, how).bytes;
  });
}

std::string ascii_as_utf16(std::string_view ascii, bool marked) {
  std::string bytes(marked ? "\xFF\xFE" : "");
  for (const char c : ascii) bytes.append(1, c).append(1, '\0');
  return bytes;
}

TEST(list_source, gives_utf16_lists_as_utf8) {
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "http://a.example/" + std::to_string(i) + "\r\n";
  for (const std::string& text : {std::string("http://a.example/\n"), std::string("a\n"), many}) {
    EXPECT_EQ(read_list(ascii_as_utf16(text, true)), text);
    if (text.size() > 4) EXPECT_EQ(read_list(ascii_as_utf16(text, false)), text);
    EXPECT_EQ(read_list(text), text);
  }
}

TEST(list_source, gives_utf16_behind_other_lines_as_utf8) {
  std::string lines;
  for (int i = 0; i < 6000; ++i) lines += "http://a.example/" + std::to_string(i) + "\n";
  for (const bool marked : {false, true}) {
    for (const std::string& front : {std::string("/a/b/c\n"), std::string("a\r\n"), lines}) {
      const std::string appended = ascii_as_utf16(lines, marked);
      EXPECT_EQ(read_list(front + appended), front + (marked ? "\xEF\xBB\xBF" : "") + lines);
      EXPECT_EQ(read_list(front + appended + lines), front + (marked ? "\xEF\xBB\xBF" : "") + lines + lines);
    }
  }
  const std::string big_endian = "a\n" + testing::utf16_of(U"\xFEFFhttp://\x4E0A.example/\n", true);
  EXPECT_EQ(read_list(big_endian), "a\n\xEF\xBB\xBFhttp://\xE4\xB8\x8A.example/\n");
}

TEST(list_source, keeps_other_lists) {
  for (const std::string_view text : {""sv, "a"sv, "\n"sv, "a\nb"sv, "\xEF\xBB\xBFhttp://a.example/\n"sv})
    EXPECT_EQ(read_list(text), text);
  // One-letter names, each with a NUL.
  const std::string_view names = "a\0b\0c\0d\0e\0"sv;
  EXPECT_EQ(read_list(names, list_separator::line_feed_or_nul), names);
  EXPECT_EQ(read_list(ascii_as_utf16("a\nb\nc\n", false), list_separator::line_feed_or_nul), "a\nb\nc\n");
}

}  // namespace
}  // namespace urlsieve
