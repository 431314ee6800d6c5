#include "src/text/encodings/character_reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "src/text/encodings/character_reference_names.hpp"
#include "src/text/encodings/utf8.hpp"
#include "tests/references/json_rows.hpp"

namespace urlsieve {
namespace character_reference_test {

std::string decoded(std::string_view input, reference_context context = reference_context::attribute) {
  std::string out(3 * input.size() + 4, '#');
  char* const end = decode_character_references(input, context, out.data());
  EXPECT_LE(end, out.data() + std::max<std::size_t>(3, 3 * input.size()));
  out.resize(static_cast<std::size_t>(end - out.data()));
  return out;
}

TEST(character_reference, in_attributes) {
  EXPECT_EQ(decoded("a&amp;b"), "a&b");
  EXPECT_EQ(decoded("?a=1&sectionId=2&copy=3&copy;"), "?a=1&sectionId=2&copy=3\xC2\xA9");
  EXPECT_EQ(decoded("&amp&ampx&amp=&amp"), "&&ampx&amp=&");
  EXPECT_EQ(decoded("&#38;&#x26;&#X26&#038x"), "&&&&x");
  EXPECT_EQ(decoded("&#;&#x;&#xg;&;& &"), "&#;&#x;&#xg;&;& &");
  EXPECT_EQ(decoded("&notin;&notit;&not it"), "\xE2\x88\x89&notit;\xC2\xAC it");
  EXPECT_EQ(decoded("&NotEqualTilde;"), "\xE2\x89\x82\xCC\xB8");
}

TEST(character_reference, in_text_needs_no_semicolon_after_legacy_names) {
  EXPECT_EQ(decoded("&notit;", reference_context::text), "\xC2\xACit;");
  EXPECT_EQ(decoded("&sectionId", reference_context::text), "\xC2\xA7ionId");
}

// HTML standard section 13.2.5.80.
TEST(character_reference, numbers_that_are_no_characters) {
  EXPECT_EQ(decoded("&#0;&#xD800;&#x110000;&#99999999999999999999;"),
            "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(decoded("&#128;&#x9F;&#x81;"), "\xE2\x82\xAC\xC5\xB8\xC2\x81");
  EXPECT_EQ(decoded("&#x1F600;"), "\xF0\x9F\x98\x80");
}

TEST(character_reference, null_and_line_ends) {
  EXPECT_EQ(decoded(std::string_view("a\0b", 3)),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(decoded("a\r\nb\rc\n"), "a\nb\nc\n");
}

// Every name of the table decodes to what its row says, and its prefixes to nothing longer.
TEST(character_reference, every_name) {
  std::size_t names = 0;
  std::string before;
  for (const char* at = character_reference_names; *at != '\0';) {
    const char* const equals = std::strchr(at, '=');
    const char* const end = std::strchr(at, ' ');
    const std::string name(at, equals);
    std::string meaning;
    for (const char* code = equals; code != end;) {
      char* next = nullptr;
      char bytes[4];
      const auto value = static_cast<char32_t>(std::strtoul(code + 1, &next, 16));
      meaning.append(bytes, static_cast<std::size_t>(encode_utf8(value, bytes) - bytes));
      code = next;
    }
    EXPECT_LT(before, name);
    EXPECT_EQ(decoded("&" + name), meaning) << name;
    EXPECT_EQ(decoded("<&" + name + "!"), "<" + meaning + "!") << name;
    EXPECT_LE(meaning.size(), name.size() + 2) << "room for the decoded bytes";
    before = name;
    ++names;
    at = end + 1;
  }
  EXPECT_EQ(names, character_reference_count);
}

TEST(character_reference, of_the_crawlers_tests) {
  URLSIEVE_SHARED_OR_SKIP(file, "suites/entity-decoding.jsonl");
  const std::size_t rows = testing::for_each_row(*file, [](std::size_t, testing::json_element row) {
    const bool attribute = row["in_attribute"].get_bool();
    EXPECT_EQ(decoded(testing::text_of(row, "input"),
                      attribute ? reference_context::attribute : reference_context::text),
              testing::text_of(row, "expected"));
  });
  EXPECT_EQ(rows, 23U);
}

}  // namespace character_reference_test
}  // namespace urlsieve
