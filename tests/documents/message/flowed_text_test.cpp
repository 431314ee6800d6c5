#include "src/documents/message/flowed_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "tests/oracle/flowed_twin.hpp"

namespace urlsieve {
namespace flowed_text_test {

std::string undone(std::string_view text) {
  arena buffer;
  return std::string(unflowed(text, true, buffer));
}

TEST(flowed_text, joins_lines_split_by_del_sp) {
  constexpr std::pair<std::string_view, std::string_view> cases[] = {
      {"", ""},
      {"plain\nlines\n", "plain\nlines\n"},
      {"see http://example.org/a \n/b here\n", "see http://example.org/a/b here\n"},
      {"see http://example.org/a \r\n/b here\r\n", "see http://example.org/a/b here\r\n"},
      {"three  \nwords \n\n", "three words\n"},  // the first space belongs to the text
      {"a \nb \nc\nd\n", "abc\nd\n"},
      // Quoted: joining lines removes the quote marks of the next line.
      {"> http://example.org/a \n> /b\n", "> http://example.org/a/b\n"},
      {">> http://example.org/a \n>> /b \n>>c\n", ">> http://example.org/a/bc\n"},
      {"> <http://example.org/a \n> /b>\n", "> <http://example.org/a/b>\n"},
      // A different quote depth begins a new paragraph (section 4.5).
      {"> http://example.org/a \n/b\n", "> http://example.org/a \n/b\n"},
      {"http://example.org/a \n> /b\n", "http://example.org/a \n> /b\n"},
      {">> http://example.org/a \n> /b\n", ">> http://example.org/a \n> /b\n"},
      // Stuffed lines (section 4.4).
      {" From here\n", "From here\n"},
      {" >no quote\n", ">no quote\n"},
      {"  indented\n", " indented\n"},
      {"> stuffed quote\n", "> stuffed quote\n"},
      {"http://example.org/ \n From\n", "http://example.org/From\n"},
      // The line before a signature is never soft (section 4.3).
      {"-- \nhttp://example.org/\n", "-- \nhttp://example.org/\n"},
      {"text \n-- \nme\n", "text \n-- \nme\n"},
      {"> text \n> -- \n> me\n", "> text \n> -- \n> me\n"},
      {"--  \nb\n", "-- b\n"},
      // The last line.
      {"http://example.org/a ", "http://example.org/a "},
      {"http://example.org/a \n", "http://example.org/a \n"},
      {" ", ""},
      {">", ">"},
      {"> ", "> "},
      {"a \r\n\r\nb", "a\r\nb"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(undone(text), expected) << testing::PrintToString(std::string(text));
    EXPECT_EQ(oracle::unflowed(text), expected) << testing::PrintToString(std::string(text));
  }
}

// Section 4.2: without DelSp the space belongs to the text and ends a URL.
TEST(flowed_text, without_del_sp_stays_as_it_is) {
  arena buffer;
  const std::string_view text = "see http://example.org/a \nb and <http://example.org/c \n> d>\n";
  const std::string_view same = unflowed(text, false, buffer);
  EXPECT_EQ(same.data(), text.data());
  EXPECT_EQ(same.size(), text.size());
}

TEST(flowed_text, is_not_copied_where_nothing_goes) {
  arena buffer;
  const std::string_view text = "> one\r\ntwo\r\n-- \r\nthree\r\n";
  EXPECT_EQ(unflowed(text, true, buffer).data(), text.data());
  EXPECT_EQ(buffer.used(), 0U);
}

TEST(flowed_text, equals_the_reference) {
  std::mt19937 random(3);
  constexpr std::string_view pieces[] = {" \n", "\n",  " \r\n", "\r\n",        ">", "> ",
                                         " ",   "-- ", "-",     "http://a.b/", "\r"};
  for (int round = 0; round < 60'000; ++round) {
    std::string text;
    for (unsigned i = static_cast<unsigned>(random() % 14); i > 0; --i) text += pieces[random() % 11];
    ASSERT_EQ(undone(text), oracle::unflowed(text)) << testing::PrintToString(text);
  }
}

}  // namespace flowed_text_test
}  // namespace urlsieve
