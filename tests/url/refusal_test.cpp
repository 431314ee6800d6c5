#include "src/url/parse/refusal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace refusal_test {

std::string refused(const std::string& text) {
  const url_view url = url_view::of(text);
  return std::string(refused_by_browsers(url, find_scheme(url.scheme())));
}

TEST(refusal, nothing_is_refused_that_browsers_open) {
  for (const char* const text :
       {"http://h/", "http://u:p@h:65535/", "http:h", "http:////h", "file:///", "file:a", "file://C:/",
        "x://", "x://h%20h/", "x:", "mailto:a@b", "http://[::1]/", "http://0x7f.1/", "http://1.2.3.4./",
        "http://a.0b/", "http://0.com/", "x://256.256.256.256/", "http://h:/"})
    EXPECT_EQ(refused(text), "") << text;
}

TEST(refusal, each_rule) {
  for (const char* const text : {"http:", "http://", "http:///?a", "x://:1/", "x://u@/", "https://u@/a"})
    EXPECT_EQ(refused(text), "missing host") << text;
  for (const char* const text : {"http://h:65536/", "x://h:99999999999999999999/", "http:/h:70000"})
    EXPECT_EQ(refused(text), "port out of range") << text;
  for (const char* const text : {"file://h:1/", "file://u@h/", "file://1:/"})
    EXPECT_EQ(refused(text), "a file has neither credentials nor a port") << text;
  for (const char* const text : {"http://a%20b/", "http://a%2Fb/", "x://a<b/"})
    EXPECT_EQ(refused(text), "forbidden host code point") << text;
  for (const char* const text :
       {"http://256.256.256.256", "http://1.2.3.4.5/", "http://a.0x/", "http://a.09./"})
    EXPECT_EQ(refused(text), "a host that ends in a number is an IPv4 address") << text;
  EXPECT_EQ(refused("http://[v1.a]/"), "an address in brackets is an IPv6 address");
}

}  // namespace refusal_test
}  // namespace urlsieve
