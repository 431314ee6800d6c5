#include "src/references/values/attribute_values.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace urlsieve {
namespace srcset_test {

std::vector<std::string> urls_of(std::string_view value) {
  srcset_reader reader(value);
  std::vector<std::string> urls;
  for (std::string_view url = reader.next(); !url.empty(); url = reader.next()) urls.emplace_back(url);
  return urls;
}
using urls = std::vector<std::string>;

// HTML standard section 4.8.4.2.2, step by step.
TEST(srcset, follows_the_standard) {
  EXPECT_EQ(urls_of("a.jpg 1x, b.jpg 2x"), (urls{"a.jpg", "b.jpg"}));
  EXPECT_EQ(urls_of(" , ,a,b 2x"), (urls{"a,b"}));
  EXPECT_EQ(urls_of("a, b"), (urls{"a", "b"}));
  EXPECT_EQ(urls_of("a,, b,"), (urls{"a", "b"}));
  EXPECT_EQ(urls_of("a 1x,b 2x"), (urls{"a", "b"}));
  EXPECT_EQ(urls_of("data:,x 1x, b"), (urls{"data:,x", "b"}));
  EXPECT_EQ(urls_of("a (1,2) , b"), (urls{"a", "b"}));
  EXPECT_EQ(urls_of("a (1, b"), (urls{"a"}));
  EXPECT_EQ(urls_of("a\n\t100w\n,\nb\f2x"), (urls{"a", "b"}));
  EXPECT_EQ(urls_of("a unknown-descriptor, b"), (urls{"a", "b"}));
  EXPECT_EQ(urls_of(" \n"), urls{});
  EXPECT_EQ(urls_of(",,"), urls{});
}

}  // namespace srcset_test

namespace meta_refresh_test {

std::string url_of(std::string_view content) {
  const auto url = meta_refresh_url(content);
  return url ? std::string(*url) : "none";
}

// HTML standard section 4.2.5.3, the shared declarative refresh steps.
TEST(meta_refresh, equals_browsers) {
  EXPECT_EQ(url_of("5; url=a"), "a");
  EXPECT_EQ(url_of(" 0;URL = 'a b' c"), "a b");
  EXPECT_EQ(url_of("0;url=\"a"), "a");
  EXPECT_EQ(url_of("0,a"), "a");
  EXPECT_EQ(url_of("0 a"), "a");
  EXPECT_EQ(url_of("0; 'a'"), "a");
  EXPECT_EQ(url_of(".5;url=a"), "a");
  EXPECT_EQ(url_of("1.5.2;url=a"), "a");
  EXPECT_EQ(url_of("0; urn:x"), "urn:x");
  EXPECT_EQ(url_of("0; u"), "u");
  EXPECT_EQ(url_of("0; url a"), "url a");
  EXPECT_EQ(url_of("0; xurl=a"), "xurl=a");
  EXPECT_EQ(url_of("0;url="), "");
  EXPECT_EQ(url_of("5"), "none");
  EXPECT_EQ(url_of("5;"), "none");
  EXPECT_EQ(url_of("5; "), "none");
  EXPECT_EQ(url_of(""), "none");
  EXPECT_EQ(url_of("url=a"), "none");
  EXPECT_EQ(url_of("5x;url=a"), "none");
}

}  // namespace meta_refresh_test

}  // namespace urlsieve
