#include "src/url/parse/parse.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace parse_test {

// Reference: the regular expression of rfc2396bis-01 Appendix B, step by step, with the grammar of schemes.
struct five_parts {
  std::string scheme, authority, path, query, fragment;
  bool has_scheme = false, has_authority = false, has_query = false, has_fragment = false;
};

five_parts appendix_b(std::string rest, bool any_scheme = false) {
  five_parts parts;
  const std::size_t colon = rest.find_first_of(":/?#");
  if (colon != std::string::npos && rest[colon] == ':' && colon != 0) {
    const std::string scheme = rest.substr(0, colon);
    const bool letter_first = scheme[0] == 'a' || scheme[0] == 'B';
    if (any_scheme || (letter_first && scheme.find_first_not_of("aB.") == std::string::npos)) {
      parts.has_scheme = true;
      parts.scheme = scheme;
      rest.erase(0, colon + 1);
    }
  }
  if (const std::size_t hash = rest.find('#'); hash != std::string::npos) {
    parts.has_fragment = true;
    parts.fragment = rest.substr(hash + 1);
    rest.erase(hash);
  }
  if (const std::size_t mark = rest.find('?'); mark != std::string::npos) {
    parts.has_query = true;
    parts.query = rest.substr(mark + 1);
    rest.erase(mark);
  }
  if (rest.starts_with("//")) {
    const std::size_t slash = std::min(rest.find('/', 2), rest.size());
    parts.has_authority = true;
    parts.authority = rest.substr(2, slash - 2);
    rest.erase(0, slash);
  }
  parts.path = rest;
  return parts;
}

void expect_parts(const std::string& text, const url_view& url, const five_parts& parts) {
  ASSERT_EQ(url.has_scheme(), parts.has_scheme) << text;
  ASSERT_EQ(url.scheme(), parts.scheme) << text;
  ASSERT_EQ(url.has_authority(), parts.has_authority) << text;
  ASSERT_EQ(url.authority(), parts.authority) << text;
  ASSERT_EQ(url.path(), parts.path) << text;
  ASSERT_EQ(url.has_query(), parts.has_query) << text;
  ASSERT_EQ(url.query(), parts.query) << text;
  ASSERT_EQ(url.has_fragment(), parts.has_fragment) << text;
  ASSERT_EQ(url.fragment(), parts.fragment) << text;
  if (url.has_authority()) {
    std::string joined;
    if (url.has_userinfo()) joined.append(url.userinfo()).append("@");
    joined.append(url.host());
    if (url.has_port()) joined.append(":").append(url.port());
    ASSERT_EQ(joined, parts.authority) << text;
  }
}

void every_string(std::string& text, std::size_t longest) {
  expect_parts(text, url_view::of(text), appendix_b(text));
  expect_parts(text, url_view::at(text.data(), parse_by_expression(text)), appendix_b(text, true));
  if (text.size() == longest) return;
  for (const char c : {'a', 'B', ':', '/', '.', '?', '#', '[', ']', '@', '%'}) {
    text.push_back(c);
    every_string(text, longest);
    text.pop_back();
  }
}

TEST(parse, gives_the_components_of_appendix_b_for_every_short_string) {
  std::string text;
  every_string(text, 5);
  text = "a://";
  every_string(text, 8);
}

TEST(parse, distinguishes_undefined_from_empty) {
  const std::string_view bare = "http://a";
  EXPECT_FALSE(url_view::of(bare).has_query());
  const std::string_view empty = "http://@:?#";
  const url_view url = url_view::of(empty);
  EXPECT_TRUE(url.has_userinfo() && url.has_port() && url.has_query() && url.has_fragment());
  EXPECT_EQ(url.host(), "");
}

TEST(parse, splits_an_authority) {
  const std::string_view text = "x://u:p@q@[::1]:80/p";
  const url_view url = url_view::of(text);
  EXPECT_EQ(url.userinfo(), "u:p@q");
  EXPECT_EQ(url.host(), "[::1]");
  EXPECT_EQ(url.port(), "80");
}

}  // namespace parse_test
}  // namespace urlsieve
