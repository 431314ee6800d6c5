#include "src/text/encodings/doubled_utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace urlsieve {
namespace doubled_utf8_test {

TEST(doubled_utf8, is_decoded_if_all_characters_are_bytes_of_utf8) {
  const auto decoded = [](std::string_view text) {
    std::string out(text.size(), '\0');
    out.resize(decode_doubled_utf8(text, out.data()));
    return out;
  };
  EXPECT_EQ(decoded("J\u00C3\u00B3zef"), "J\u00F3zef");
  EXPECT_EQ(decoded("a\u00E2\u0080\u009D \u00F0\u009F\u0098\u0080"), "a\u201D \xF0\x9F\x98\x80");
  for (const std::string_view text : {"", "abc", "\u00F3", "\u00C3", "\u00C3\u00B3 \u0141",
                                      "\u00C3\u00B3\u00F3", "\xC3", "\xC3\x28", "\xF3"})
    EXPECT_EQ(decoded(text), "") << text;
}

}  // namespace doubled_utf8_test
}  // namespace urlsieve
