#include "src/documents/message/mail_words.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace mail_words_test {

std::string decode(std::string_view value) {
  mail_word_decoder words;
  arena buffer;
  return std::string(words.decode(value, buffer));
}

// The table of RFC 2047 section 8, and real fields.
TEST(mail_words, are_decoded_as_the_examples_say) {
  EXPECT_EQ(decode("(=?ISO-8859-1?Q?a?=)"), "(a)");
  EXPECT_EQ(decode("(=?ISO-8859-1?Q?a?= b)"), "(a b)");
  EXPECT_EQ(decode("(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)"), "(ab)");
  EXPECT_EQ(decode("(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)"), "(ab)");
  EXPECT_EQ(decode("(=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=)"), "(ab)");
  EXPECT_EQ(decode("(=?ISO-8859-1?Q?a_b?=)"), "(a b)");
  EXPECT_EQ(decode("(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)"), "(a b)");
  EXPECT_EQ(decode("=?US-ASCII*EN?Q?Keith_Moore?="), "Keith Moore");  // RFC 2231 section 5
  EXPECT_EQ(decode("=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?="), "If you can read this yo");
  EXPECT_EQ(decode("=?iso-8859-1?q?caf=E9?="), "caf\xC3\xA9");
}

TEST(mail_words, join_a_character_that_is_cut_between_two) {
  EXPECT_EQ(decode("=?utf-8?Q?=C3?= =?UTF-8?Q?=A9?="), "\xC3\xA9");
  EXPECT_EQ(decode("=?utf-8?B?w6k=?= =?utf-8?Q?x?="), "\xC3\xA9x");
}

TEST(mail_words, stay_as_they_are_where_malformed) {
  for (const std::string_view text : {"no words", "=?", "=?=", "=??q?x?=", "=?utf-8?x?y?=",
                                      "=?utf-8?q?no end", "=?utf-8?q?=", "a=?b", "=?utf-8?"})
    EXPECT_EQ(decode(text), text);
  EXPECT_EQ(decode("=?utf-8?q?a?=b=?utf-8?q?c?="), "abc");
  EXPECT_EQ(decode("=?utf-8?q?=ZZ=4?="), "=ZZ=4");
}

TEST(mail_words, escapes_are_undone) {
  std::string text;
  append_unescaped("%41%zz%4", '%', false, text);
  EXPECT_EQ(text, "A%zz%4");
}

}  // namespace mail_words_test
}  // namespace urlsieve
