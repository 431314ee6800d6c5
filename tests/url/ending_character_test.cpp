#include "src/url/text_forms/ending_character.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "src/text/encodings/utf8.hpp"

namespace urlsieve {
namespace ending_character_test {

TEST(has_text_behind_url, finds_blanks_quotes_and_punctuation_of_prose) {
  for (const std::string_view url :
       {"http://a/x\u3000\u4E8C", "http://a/x\u00A0y", "http://a/x\u2028y", "http://a/x\u3002\u6B21",
        "http://a/x\u3001http://b/", "http://a/x\uFF08\u898B\u3066", "http://a/x\u898B\u3066\uFF09",
        "http://a/x\u300D", "http://a/\u201Cx", "http://a/x\u2019", "http://a/x\u2019 y",
        "http://a/x\u2019\u3002", "http://a/x/\u2019s", "http://a/x\u2026", "http://a/x\uFF0Cy"})
    EXPECT_TRUE(has_text_behind_url(url, alone_in::prose)) << url;
}

TEST(has_text_behind_url, accepts_characters_of_names) {
  for (const std::string_view url :
       {"", "http://a/x", "http://\u00E9.example/\u65E5\u672C\u8A9E",
        "http://a/\u300A\u65B0\u9752\u5E74\u300B", "http://a/\u4E0A\u6D77\uFF08\u6D88\u6B67\u7FA9\uFF09",
        "http://a/\u201Cx\u201D", "http://a/L\u2019\u00C9quipe", "http://a/l\u2019\u00E9t\u00E9",
        "http://a/x\u2013y", "http://a/x\xA0", "http://a/x\xE3\x80", "http://a/\xF0\x9F\x91\x8D"})
    EXPECT_FALSE(has_text_behind_url(url, alone_in::prose)) << url;
}

TEST(has_text_behind_url, finds_each_character_that_ends_a_url) {
  for (char32_t character = 0x80; character <= 0x10FFFF; ++character) {
    if (character >= 0xD800 && character <= 0xDFFF) continue;
    std::array<char, 4> encoded;
    const auto size = static_cast<std::size_t>(encode_utf8(character, encoded.data()) - encoded.data());
    const std::string url =
        "http://a.example/" + std::string(encoded.data(), size) + std::string(character % 20, 'x');
    // Blocks of all alignments hold the character.
    ASSERT_EQ(has_text_behind_url(url, alone_in::prose), ends_url(character))
        << std::hex << unsigned{character};
  }
}

// Addresses of articles have one mark of their title.
TEST(has_text_behind_url, accepts_one_mark_outside_prose) {
  for (const std::string_view url :
       {"http://a/\u4F60\u597D\uFF0C\u674E", "http://a/\u3051\u3044\u304A\u3093\uFF01",
        "http://a/x\u3002\u6B21", "http://a/\u201Cx\u201D", "http://a/x\uFF08\u898B\u3066"})
    EXPECT_FALSE(has_text_behind_url(url, alone_in::value)) << url;
  for (const std::string_view url : {"http://a/x\u3000\u4E8C", "http://a/x\u00A0y",
                                     "http://a/x\u3001http://b/", "http://a/x\u3002\u6B21\u3002"})
    EXPECT_TRUE(has_text_behind_url(url, alone_in::value)) << url;
}

}  // namespace ending_character_test
}  // namespace urlsieve
