#include "src/documents/message/mail_parameters.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace mail_parameters_test {

std::string find(std::string_view value, std::string_view name) {
  mail_parameter_reader reader;
  arena buffer;
  return std::string(reader.find(value, name, buffer));
}

std::string find_decoded(std::string_view value, std::string_view name) {
  mail_parameter_reader reader;
  arena buffer;
  return std::string(reader.find_decoded(value, name, buffer));
}

TEST(mail_parameters, types_are_tokens_among_comments) {
  EXPECT_EQ(mail_type("text/html; charset=x"), "text/html");
  EXPECT_EQ(mail_type(" (comment (nested)) Text/HTML(c)"), "Text/HTML");
  EXPECT_EQ(mail_type("text/html charset=x"), "text/html");
  for (const std::string_view bad : {"text", "/html", "text/", "", ";", "html; charset=x"})
    EXPECT_EQ(mail_type(bad), "text/plain") << bad;
  for (const std::string_view html :
       {"\"text/html\"", "'text/html'; charset=x", "\"text/html; charset=x\"", "text/html, charset=x",
        "text/html: charset=x", "text/html,charset=x", "text / html", "text/ html; charset=x", "text /html"})
    EXPECT_EQ(mail_type(html), "text/html") << html;
  EXPECT_EQ(mail_type("\"multipart/alternative\"; boundary=b"), "multipart/alternative");
  EXPECT_EQ(mail_type("Text / X-Other; a=b"), "text/plain");
  EXPECT_EQ(mail_type("multipart / signed; boundary=b"), "multipart/mixed");
  EXPECT_EQ(mail_type("image / png"), "application/octet-stream");
  EXPECT_EQ(mail_type("text; name=a/b"), "text/plain");
  EXPECT_EQ(mail_type("/"), "text/plain");
  EXPECT_EQ(mail_type("\"\""), "text/plain");
  EXPECT_EQ(mail_token("attachment; filename=x"), "attachment");
}

TEST(mail_parameters, are_found_by_name_in_any_case) {
  EXPECT_EQ(find("text/plain; charset=utf-8; format=flowed", "format"), "flowed");
  EXPECT_EQ(find("text/plain; CHARSET = \"utf-8\" ; x=y", "charset"), "utf-8");
  EXPECT_EQ(find("text/plain; charset=utf-8 format=flowed", "format"), "flowed");
  EXPECT_EQ(find("text/plain charset=utf-8", "charset"), "utf-8");
  EXPECT_EQ(find("text/plain; (charset=a) charset=(c)b", "charset"), "(c)b");
  EXPECT_EQ(find("text/plain; xcharset=a; charset-x=b", "charset"), "");
  EXPECT_EQ(find("text/plain; charset=a; charset=b", "charset"), "a");
  EXPECT_EQ(find("text/plain; charset; format", "charset"), "");
  EXPECT_EQ(find("text/plain, charset=a", "charset"), "a");
  EXPECT_EQ(find("text/plain,charset=a", "charset"), "a");
  EXPECT_EQ(find("text/plain: charset=a", "charset"), "a");
  EXPECT_EQ(find("text / plain; charset=a", "charset"), "a");
  EXPECT_EQ(find("\"text/plain\"; charset=a", "charset"), "a");
  EXPECT_EQ(find("\"text/plain; charset=a\"", "charset"), "a\"");  // callers remove the quote
}

TEST(mail_parameters, quotes_and_folds_are_undone) {
  EXPECT_EQ(find("a/b; boundary=\"a;b \\\"c\\\\\"", "boundary"), "a;b \"c\\");
  EXPECT_EQ(find("a/b;\r\n\tboundary=\"ab\r\n cd\"", "boundary"), "ab cd");
  EXPECT_EQ(find("a/b; boundary=\"no end", "boundary"), "no end");
  EXPECT_EQ(find("a/b; boundary=\"", "boundary"), "");
  EXPECT_EQ(find("a/b; boundary=\"x\\", "boundary"), "x\\");
  EXPECT_EQ(find("a/b; boundary==_x=y", "boundary"), "=_x=y");
}

TEST(mail_parameters, single_lookups_equal_a_joint_lookup) {
  constexpr std::array<std::string_view, 3> names{"charset", "format", "delsp"};
  const std::vector<std::string_view> pieces{
      "charset", "format", "FORMAT", "delsp", "=", "; ", ";", "\"",       "a",     "\\",
      "*0",      "*1*",    "*",      "=yes",  " ", "(",  ")", "=us''%41", "\r\n ", "=\"x y\";"};
  std::mt19937 random(2231);
  mail_parameter_reader reader;
  for (int i = 0; i < 20000; ++i) {
    std::string value = "text/plain; ";
    for (auto left = random() % 14; left > 0; --left) value += pieces[random() % pieces.size()];
    arena buffer;
    std::array<std::string_view, names.size()> values;
    reader.find_each(value, names, values, buffer);
    for (std::size_t k = 0; k < names.size(); ++k) ASSERT_EQ(values[k], find(value, names[k])) << value;
  }
}

// RFC 2231 sections 3 and 4 and its examples.
TEST(mail_parameters, pieces_are_put_in_order_and_decoded) {
  EXPECT_EQ(find("message/external-body; access-type=URL; URL*0=\"ftp://\"; URL*1=\"cs.utk.edu/x\"", "url"),
            "ftp://cs.utk.edu/x");
  EXPECT_EQ(
      find_decoded("application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A", "title"),
      "This is ***fun***");
  EXPECT_EQ(
      find_decoded("a/b; title*1*=%2A%2A%2Afun%2A%2A%2A%20; title*0*=us-ascii'en'This%20is%20even%20more%20; "
                   "title*2=\"isn't it!\"",
                   "title"),
      "This is even more ***fun*** isn't it!");
  EXPECT_EQ(find_decoded("a/b; name*=iso-8859-1''caf%E9; name=\"cafe\"", "name"), "caf\xC3\xA9");
  EXPECT_EQ(find_decoded("a/b; name=\"=?utf-8?q?caf=C3=A9.txt?=\"", "name"), "caf\xC3\xA9.txt");
  EXPECT_EQ(find("a/b; name*x=1; name*=a; name*12345=b", "name"), "a");
}

}  // namespace mail_parameters_test
}  // namespace urlsieve
