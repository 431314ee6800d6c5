#include "src/references/values/meta_refresh.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
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
