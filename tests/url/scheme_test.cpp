#include "src/url/scheme.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace urlsieve {
namespace scheme_test {

TEST(scheme, every_row_is_found_in_any_case_and_says_where_it_comes_from) {
  for (const scheme_info& row : all_schemes()) {
    std::string upper(row.name);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    EXPECT_EQ(find_scheme(row.name), &row) << row.name;
    EXPECT_EQ(find_scheme(upper), &row) << row.name;
    EXPECT_FALSE(row.source.empty()) << row.name;
    EXPECT_EQ(find_scheme(std::string(row.name) + "x"), nullptr);
  }
}

TEST(scheme, finds_only_names_of_the_table) {
  for (const char* const name : {"", "h", "htp", "httpss", "foo", "a-very-long-scheme-name", "\x88ttp"})
    EXPECT_EQ(find_scheme(name), nullptr) << name;
}

TEST(scheme, is_the_lower_case_prefix_before_a_colon) {
  for (const scheme_info& row : all_schemes()) {
    const std::string name(row.name);
    for (const char* const behind : {":", "://a/b/c/d/e/f/g/h", ":x:y", ":\xFF"})
      EXPECT_EQ(scheme_in_front(name + behind), &row) << name << behind;
    for (const char* const behind : {"", "x", "/:", " :", "x:", "0123456789abcdef:"})
      EXPECT_EQ(scheme_in_front(name + behind), nullptr) << name << behind;
    EXPECT_EQ(scheme_in_front(name + '\0' + ':'), nullptr);
    EXPECT_EQ(scheme_in_front(std::string("x") + name + ':'), nullptr);
  }
  for (const char* const url :
       {"", ":", "::::", "HTTP:", "hTtp://a", "prosperous://a", "foo:", "//a", "/a:b"})
    EXPECT_EQ(scheme_in_front(url), nullptr) << url;
}

TEST(scheme, default_ports_equal_rfc1738) {
  EXPECT_EQ(find_scheme("ftp")->default_port, 21);
  EXPECT_EQ(find_scheme("http")->default_port, 80);
  EXPECT_EQ(find_scheme("gopher")->default_port, 70);
  EXPECT_EQ(find_scheme("nntp")->default_port, 119);
  EXPECT_EQ(find_scheme("telnet")->default_port, 23);
  EXPECT_EQ(find_scheme("tn3270")->default_port, 23);  // RFC 6270
  EXPECT_EQ(find_scheme("wais")->default_port, 210);
  EXPECT_EQ(find_scheme("prospero")->default_port, 1525);
}

}  // namespace scheme_test
}  // namespace urlsieve
