#include "src/url/text_forms/absolute_url.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace urlsieve {
namespace absolute_url_test {

TEST(holds_several_urls, wants_a_separator_outside_a_parameter) {
  for (const std::string_view url :
       {"http://e.org/http://f.org/", "http://e.org/?u=http://a/,http://b/", "http://e.org/a,b;c|d",
        "http://e.org/a,://b", "http://e.org/w_1,h_2/https://f.org/x", "http://e.org/?a;b=http://f.org/"})
    EXPECT_FALSE(holds_several_urls(url)) << url;
  for (const std::string_view url :
       {"http://e.org/|http://f.org/", "http://e.org,https://f.org", "http://e.org/?a=b;ftp://f.org/"})
    EXPECT_TRUE(holds_several_urls(url)) << url;
}

TEST(is_list_of_urls, wants_nothing_but_urls_and_separators) {
  for (const std::string_view list :
       {"http://e.org/1, http://e.org/2", "http://e.org/1 | http://e.org/2", "http://e.org/1,http://e.org/2",
        "\nhttp://e.org/1\n\thttps://e.org/2\n", "http://e.org/1;\r\nhttp://e.org/2;"})
    EXPECT_TRUE(is_list_of_urls(list)) << list;
  for (const std::string_view text :
       {"", " , ", "http://e.org/1", "http://e.org/1,2.jpg", "http://e.org/1 and http://e.org/2",
        "http://e.org/1, 2", "see http://e.org/1 http://e.org/2", "http://e.org/?u=http://a/,http://b/"})
    EXPECT_FALSE(is_list_of_urls(text)) << text;
}

TEST(is_absolute_url, wants_a_scheme_and_no_blank) {
  EXPECT_TRUE(is_absolute_url("http://e.org"));
  EXPECT_TRUE(is_absolute_url("git+ssh://e.org/x"));
  EXPECT_FALSE(is_absolute_url("http://"));
  EXPECT_FALSE(is_absolute_url("http:x"));
  EXPECT_FALSE(is_absolute_url("//e.org/"));
  EXPECT_FALSE(is_absolute_url("1http://e.org/"));
  EXPECT_FALSE(is_absolute_url("see http://e.org/"));
  EXPECT_FALSE(is_absolute_url("http://e.org/ x"));
  EXPECT_FALSE(is_absolute_url(""));
}

}  // namespace absolute_url_test
}  // namespace urlsieve
