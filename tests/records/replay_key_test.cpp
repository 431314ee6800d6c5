#include "src/records/replay_key.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace urlsieve {
namespace {

// The keys are those of the Python library surt 0.3.1, which pywb uses.
TEST(replay_key, equals_the_key_of_pywb) {
  const std::vector<std::pair<std::string_view, std::string_view>> vectors{
      {"http://www.Example.com:80/A/../b/?b=2&a=1#x", "com,example)/b?a=1&b=2"},
      {"https://user:pw@www3.example.com:8443/", "com,example:8443)/"},
      {"http://example.com", "com,example)/"},
      {"example.com/x", "com,example)/x"},
      {"http://example.com/?", "com,example)/"},
      {"http://example.com/a/", "com,example)/a"},
      {"http://example.com//a///b/./c", "com,example)/a/b/c"},
      {"http://example.com/../a", "com,example)/../a"},
      {"http://127.1/", "1,0,0,127)/"},
      {"http://2130706433/a", "1,0,0,127)/a"},
      {"http://0177.0.0.1/", "1,0,0,127)/"},
      {"http://99999999999/", "255,231,118,72)/"},
      {"http://[::1]:8080/x", "::1:8080)/x"},
      {"http://example.com:443/", "com,example:443)/"},
      {"https://example.com:443/", "com,example)/"},
      {"http://example.com:0/", "com,example)/"},
      {"http://example.com:/a", "com,example)/a"},
      {"http://ex%41mple.com./%7Ea%252520b", "com,example)/~a%20b"},
      {"http://example.com/a b%23c%", "com,example)/a%20b%23c%25"},
      {"http://example.com/\xC3\xA9?\xC3\xA9=%C3%A9", "com,example)/%c3%a9?%c3%a9=%c3%a9"},
      {"http://b\xC3\xBC"
       "cher.example/",
       "example,xn--bcher-kva)/"},
      {"http://..a..b../", "b,a)/"},
      {"http://http://x.example/a", "example,x)/a"},
      {"https://http://x.example/a", "example,x)/a"},
      {"http:////x.example/a", "example,x)/a"},
      {"HTTP:///x.example/a", "HTTP:/x.example/a"},
      {"dns:www.example.com", "dns:www.example.com"},
      {"urn:uuid:ABC", "urn:uuid:abc"},
      {"mailto:A@b.example", "mailto:a@b.example"},
      {"filedesc:a.arc", "filedesc:a.arc"},
      {"ftp://www.example.com/A", "com,example)/a"},
      {"http://e.com/?a&b=&a=1&A=0&=x&&", "com,e)/?&&=x&a&a=0&a=1&b="},
      {"http://e.com/?x=1&jsessionid=0123456789abcdef0123456789abcdef", "com,e)/?&x=1"},
      {"http://e.com/?PHPSESSID=0123456789abcdef0123456789abcdef&y=2", "com,e)/?y=2"},
      {"http://e.com/?asid=0123456789abcdef0123456789abcdef&b", "com,e)/?ab"},
      {"http://e.com/?sid=0123456789abcdef0123456789abcdefx",
       "com,e)/?sid=0123456789abcdef0123456789abcdefx"},
      {"http://e.com/?sid=0123456789abcdef0123456789abcdef&sid=0123456789abcdef0123456789abcdef",
       "com,e)/?&sid=0123456789abcdef0123456789abcdef"},
      {"http://e.com/?ASPSESSIONIDABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&k", "com,e)/?k"},
      {"http://e.com/?a=1&cfid=3&cftoken=4&z=5", "com,e)/?a=1&z=5"},
      {"http://e.com/?cfid=&cftoken=4", "com,e)/?cfid=&cftoken=4"},
      {"http://e.com/?cfid=3&cftoken=4", "com,e)/"},
      {"http://e.com/(S(abcdefghijklmnopqrstuvwx))/p/q.aspx?r", "com,e)/p/q.aspx?r"},
      {"http://e.com/(abcdefghijklmnopqrstuvwx)/q.aspx", "com,e)/q.aspx"},
      {"http://e.com/(abcdefghijklmnopqrstuvwx)/.aspx", "com,e)/(abcdefghijklmnopqrstuvwx)/.aspx"},
      {"http://e.com/(abcdefghijklmnopqrstuvwx)/.aspx.aspx", "com,e)/.aspx.aspx"},
      {"http://e.com/a/(F(abcdefghijklmnopqrstuvwx)S(abcdefghijklmnopqrstuvwx))/q.ASPX", "com,e)/a/q.aspx"},
      {"http://www.com/", "com)/"},
      {"http://www1x.example/", "example,www1x)/"},
      {"http://wwww.example/", "example,wwww)/"},
      {"http://www../", "www)/"},
      {"http://example.com:8/?", "com,example:8)/"},
      {"x:", "x:"},
      {"http://", "http:"},
      {"http:///", "http:/"},
      {"http://?q", "http:/?q"},
      {"http://a@b@c.example/", "example,c)/"},
      {"http://example.com/a?b#c?d", "com,example)/a?b"},
      {"http://example.com/a%3Fb", "com,example)/a?b"},
      {"http://example.com/%2e%2E/b", "com,example)/../b"},
  };
  for (const auto& [url, key] : vectors) EXPECT_EQ(replay_key(url), key) << url;
}

TEST(replay_key, has_a_key_for_urls_that_pywb_refuses) {
  EXPECT_EQ(replay_key("http://Example.com:port/ A"), "http://example.com:port/a");
  EXPECT_EQ(replay_key("http://example.com:65536/"), "http://example.com:65536/");
  EXPECT_EQ(replay_key(""), "-");
  EXPECT_EQ(replay_key(" \t"), "-");
}

// Each would take minutes if the time grew with the square of the size.
TEST(replay_key, is_linear_in_the_size_of_the_url) {
  constexpr std::size_t count = std::size_t{1} << 18U;
  const auto repeated = [](std::string_view part) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += part;
    return text;
  };
  EXPECT_EQ(replay_key("http://e.com/%" + repeated("25")), "com,e)/%25");
  EXPECT_EQ(replay_key("http://e.com/?" + repeated("cfid=")).size(), 8 + 5 * count);
  EXPECT_EQ(replay_key("http://e.com/?" + repeated("jsessionid=")).size(), 8 + 11 * count);
  EXPECT_EQ(replay_key("http://e.com" + repeated("/../a")), "com,e)/../a");
  EXPECT_EQ(replay_key("http://e.com" + repeated("/(abcdefghijklmnopqrstuvwx)")).size(), 6 + 27 * count);
}

}  // namespace
}  // namespace urlsieve
