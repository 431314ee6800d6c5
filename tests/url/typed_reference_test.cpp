#include "src/url/parse/typed_reference.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace urlsieve {
namespace typed_reference_test {

struct typed {
  std::string_view text;
  std::string_view reference;
};

constexpr typed table[] = {
    // unchanged
    {"http://a/", "http://a/"},
    {"../g?y#s", "../g?y#s"},
    {"", ""},
    // white space around it
    {"  http://a/\t", "http://a/"},
    {"\r\n\v\fhttp://a/ b\n", "http://a/ b"},
    {" \t ", ""},
    // url-syntax-05 Appendix E: angle brackets or double quotes, one pair
    {"<http://a/>", "http://a/"},
    {" < http://a/ > ", "http://a/"},
    {"\"http://www.w3.org/pub/WWW/\"", "http://www.w3.org/pub/WWW/"},
    {"<../g>", "../g"},
    {"<<http://a/>>", "<http://a/>"},
    {"\"<http://a/>\"", "<http://a/>"},
    {"<>", ""},
    {"\"\"", ""},
    {"<", "<"},
    {"\"", "\""},
    {"<http://a/", "<http://a/"},
    {"http://a/>", "http://a/>"},
    {"<http://a/\"", "<http://a/\""},
    // rfc1738's appendix, bnf-1993-11 prefixedurl
    {"<URL:ftp://ds.internic.net/rfc>", "ftp://ds.internic.net/rfc"},
    {"<url: ftp://a/ >", "ftp://a/"},
    {"url:http://a/", "http://a/"},
    {"Url:mailto:a@b", "mailto:a@b"},
    {"URL: news:comp.lang.c", "news:comp.lang.c"},
    {"url:url:http://a/", "http://a/"},
    // not before a scheme: a URL of the scheme "url"
    {"url:a/b", "url:a/b"},
    {"url:", "url:"},
    {"url://a/", "url://a/"},
    {"url:<http://a/>", "url:<http://a/>"},
    {"curl:http://a/", "curl:http://a/"},
    {"url=http://a/", "url=http://a/"},
};

TEST(typed_reference, the_table) {
  for (const typed& row : table) {
    EXPECT_EQ(typed_reference(row.text), row.reference) << row.text;
    const bool delimited = row.reference.find_first_of("<\"") != std::string_view::npos;
    EXPECT_TRUE(delimited || typed_reference(row.reference) == row.reference) << row.text;
  }
}

}  // namespace typed_reference_test
}  // namespace urlsieve
