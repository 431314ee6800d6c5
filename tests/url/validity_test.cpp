#include "src/url/parse/validity.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace validity_test {

std::string broken(const std::string& text) {
  const url_view url = url_view::of(text);
  std::vector<violation> found;
  find_violations(url, found);
  EXPECT_EQ(found.empty(), is_valid(url)) << text;
  std::string result;
  for (const violation& item : found) {
    if (!result.empty()) result += ' ';
    result.append(name_of(item.where)).append("@").append(std::to_string(item.position));
  }
  return result;
}

TEST(validity, nothing_is_wrong_with_valid_references) {
  for (const char* const text :
       {"", "http://u:p;a@h:80/a;b=c,d@e/%20?a/?b#c/?d", "a/b:c", "./a:b", "//h", "x:", "x://",
        "http://[::1]:8080/", "http://[v1.a]/", "http://h:/", "http://a%20b/", "urn:a:b", "?", "#"})
    EXPECT_EQ(broken(text), "") << text;
}

TEST(validity, each_component_with_the_first_bad_byte) {
  EXPECT_EQ(broken("3ttp://a"), "scheme@0");
  EXPECT_EQ(broken("h_tp://a"), "scheme@1");
  EXPECT_EQ(broken(":a"), "scheme@0");
  EXPECT_EQ(broken("http://a<b@h/"), "userinfo@8");
  EXPECT_EQ(broken("http://a@b@h/"), "userinfo@8");
  EXPECT_EQ(broken("http://a b/"), "host@8");
  EXPECT_EQ(broken("http://[::1/"), "host@7");
  EXPECT_EQ(broken("http://[::g]/"), "host@7");
  EXPECT_EQ(broken("http://[::1%25eth0]/"), "host@7");
  EXPECT_EQ(broken("http://h:8x/"), "port@10");
  EXPECT_EQ(broken("http://h/a b[c"), "path@10");
  EXPECT_EQ(broken("http://h/%4"), "path@9");
  EXPECT_EQ(broken("http://h/?a\"b"), "query@11");
  EXPECT_EQ(broken("http://h/#a#b"), "fragment@11");
  EXPECT_EQ(broken("http://h/\xC3\xA9?|#^"), "path@9 query@12 fragment@14");
}

}  // namespace validity_test
}  // namespace urlsieve
