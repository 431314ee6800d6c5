// The tables equal ICU for every character in both versions of Unicode.
#include "src/text/encodings/character_property.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/text/character_properties_of_icu.hpp"

namespace urlsieve {
namespace character_property_test {

// Characters of Unicode 15.0 that Unicode 16.0 (ICU 76 of Debian 13) made ends of sentences.
constexpr std::array<UChar32, 8> changed_later = {0x0836, 0x2024, 0x2CF9, 0x2CFA,
                                                  0x2CFB, 0xFE12, 0xFE15, 0xFE16};

// True if the tables (Unicode 15.0) and the linked ICU must agree on the character. A newer ICU defines more
// characters, and differs in `changed_later`.
bool is_comparable(UChar32 character) {
  UVersionInfo linked, age;
  u_getUnicodeVersion(linked);
  if (linked[0] > 15 && std::ranges::find(changed_later, character) != changed_later.end()) return false;
  u_charAge(character, age);
  return age[0] < 15 || (age[0] == 15 && age[1] == 0);
}

TEST(character_property, equals_icu) {
  int wrong = 0;
  for (UChar32 character = of_icu::first_character; character <= of_icu::last_character && wrong < 10;
       ++character) {
    if (!is_comparable(character)) continue;
    const auto code_point = static_cast<char32_t>(character);
    const bool same = kind_of_character(code_point) == of_icu::kind_of(character) &&
                      is_sentence_punctuation(code_point) == of_icu::is_sentence_punctuation(character);
    EXPECT_TRUE(same) << "U+" << std::hex << character;
    wrong += same ? 0 : 1;
  }
}

TEST(character_property, of_known_characters) {
  EXPECT_EQ(kind_of_character(0x00E9), character_kind::word);
  EXPECT_EQ(kind_of_character(0x0301), character_kind::word);       // a combining acute
  EXPECT_EQ(kind_of_character(0x0080), character_kind::separator);  // first entry of the table
  EXPECT_EQ(kind_of_character(0x2014), character_kind::separator);
  EXPECT_EQ(kind_of_character(0x0964), character_kind::separator);
  EXPECT_EQ(kind_of_character(0x1F44D), character_kind::pictogram);  // thumbs up
  EXPECT_EQ(kind_of_character(0xFFFC), character_kind::pictogram);   // object replacement character
  EXPECT_EQ(kind_of_character(0x10FFFF), character_kind::separator);
  EXPECT_TRUE(is_sentence_punctuation(0x061F));
  EXPECT_TRUE(is_sentence_punctuation(0x3002));
  EXPECT_FALSE(is_sentence_punctuation(0x2014));
  EXPECT_FALSE(is_sentence_punctuation(0x10FFFF));
}

}  // namespace character_property_test
}  // namespace urlsieve
