#include "src/text/encodings/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace urlsieve {
namespace utf8_test {

std::string replaced(std::string_view bytes) {
  std::string out(replaced_capacity(bytes.size()), '\0');
  out.resize(static_cast<std::size_t>(replace_ill_formed(bytes, out.data()) - out.data()));
  return out;
}

#define FFFD "\xEF\xBF\xBD"

// The Unicode Standard, section 3.9, "U+FFFD Substitution of Maximal Subparts", tables 3-8 to 3-11.
TEST(utf8, replaces_maximal_subparts) {
  const struct {
    std::string_view bytes, expected;
  } rows[] = {
      {"", ""},
      {"abc", "abc"},
      {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"},
      {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82"
       "A",
       FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A"},
      {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF"
       "A",
       FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A"},
      {"\xF4\x91\x92\x93\xFF"
       "A\x80\xBF"
       "B",
       FFFD FFFD FFFD FFFD FFFD "A" FFFD FFFD "B"},
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF"
       "A",
       FFFD FFFD FFFD FFFD "A"},
      {"a\xE2\x82", "a" FFFD},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(replaced(row.bytes), row.expected);
    EXPECT_EQ(is_utf8(row.bytes), row.bytes == row.expected);
  }
}

// Every character, and every pair of bytes: exactly the output of an encoder is well-formed.
TEST(utf8, knows_every_character) {
  for (char32_t c = 0x80; c < 0x110000; ++c) {
    std::string bytes;
    if (c < 0x800) {
      bytes += static_cast<char>(0xC0 | (c >> 6U));
    } else if (c < 0x10000) {
      bytes += static_cast<char>(0xE0 | (c >> 12U));
    } else {
      bytes += static_cast<char>(0xF0 | (c >> 18U));
      bytes += static_cast<char>(0x80 | ((c >> 12U) & 0x3FU));
    }
    if (c >= 0x800) bytes += static_cast<char>(0x80 | ((c >> 6U) & 0x3FU));
    bytes += static_cast<char>(0x80 | (c & 0x3FU));
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    ASSERT_EQ(is_utf8(bytes), !surrogate) << std::hex << static_cast<unsigned>(c);
    if (surrogate) continue;
    ASSERT_EQ(first_utf8(bytes).size, bytes.size());
    ASSERT_EQ(first_utf8(bytes).character, c);
  }
}

}  // namespace utf8_test
}  // namespace urlsieve
