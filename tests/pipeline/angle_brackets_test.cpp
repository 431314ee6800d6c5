// Text takes a URL in angle brackets unchanged (rfc2396bis-01 Appendix E), so under any options extract
// yields the result of normalize.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/url/all_conventions.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {
namespace angle_brackets_test {

const std::vector<std::string_view> fronts{
    "http://",     "https://", "HTTP://", "ftp://", "gopher://", "telnet://", "wais://", "nntp://", "foo://",
    "prospero://", "ws://",    "ssh://",  "file:/", "file://",   "mailto:a@", "news:a@", "urn:x:",  "mid:b@"};
const std::vector<std::string_view> hosts{
    "h.example",        "WWW.a.b",       "www.www.a.b", "0x7f.1",  "[::1]",     "[1::2:0:0:3]",
    "[::ffff:102:304]", "u:p@h.example", "h",           "1.2.3.4", "a%2fb.org", "h.example:80",
    "h.example:443",    "h.example:8443"};
const std::vector<std::string_view> pieces{
    "/", "/./", "/../", "/..", "a",      "B", "%7E",     "%2F", "%2e",           "(b)",         ")",  "[c]",
    "'", ",",   ".",    "!",   ";sid=1", "?", "&&x",     "=",   "?utm_source=x", "/index.html", "#f", "@B",
    ":", "~",   "*",    "-",   "_",      "+", ";type=A", "$"};

struct collector {
  void operator()(const sieved_url& found) { urls.emplace_back(found.url); }
  std::vector<std::string> urls;
};

template <class Choices>
auto any(std::mt19937& random, const Choices& choices) {
  return choices[random() % choices.size()];
}

std::string any_url(std::mt19937& random) {
  std::string url(any(random, fronts));
  if (url.ends_with('@')) return url + (random() % 2 == 0 ? "B.Example" : "h.example?x=%7e&y=Z");
  url += url.ends_with(":/") || url.ends_with("x:") ? "z" : any(random, hosts);
  if (url.find("://") != std::string::npos) url += any(random, std::string("///?#"));
  for (auto i = random() % 8; i > 0; --i) url += any(random, pieces);
  return url;
}

url_options any_options(std::mt19937& random) {
  const auto coin = [&random] { return random() % 2 == 0; };
  url_options options;
  options.ladder = static_cast<rung>(random() % 3);
  options.resolution = static_cast<resolution_choice>(random() % 3);
  options.above_root = static_cast<above_root_choice>(random() % 4);
  options.unreserved = static_cast<unreserved_set>(random() % 2);
  options.keep_fragment = coin();
  options.strict = random() % 8 == 0;
  options.userinfo = static_cast<userinfo_policy>(random() % 3);
  options.conventions = testing::some_conventions(coin);
  return options;
}

TEST(angle_brackets, equal_normalize) {
  const char* const asked = std::getenv("URLSIEVE_PROPERTY_CASES");
  const unsigned long cases = asked != nullptr ? std::strtoul(asked, nullptr, 10) : 50000;
  std::mt19937 random(1738);
  for (unsigned long done = 0; done < cases; done += 500) {
    extract_options options;
    options.input.format = input_format::text;
    options.output.dedup = false;
    options.url = any_options(random);
    std::string text;
    std::vector<std::string> expected;
    for (int i = 0; i < 500; ++i) {
      const std::string url = any_url(random);
      text += (random() % 2 == 0 ? "see <" : "<URL:") + url + "> and\n";
      if (const auto form = normalize(url, options.url)) expected.push_back(*form);
    }
    collector found;
    ASSERT_TRUE(extract(text, options, found).has_value());
    for (std::size_t i = 0; i < std::min(found.urls.size(), expected.size()); ++i)
      ASSERT_EQ(found.urls[i], expected[i]) << "number " << i << " after case " << done;
    ASSERT_EQ(found.urls.size(), expected.size());
  }
}

}  // namespace angle_brackets_test
}  // namespace urlsieve
