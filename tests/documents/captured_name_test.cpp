#include "src/documents/captured_name.hpp"

#include <gtest/gtest.h>

namespace urlsieve {
namespace captured_name_test {

TEST(captured_name, of_robots_txt) {
  for (const std::string_view url :
       {"http://h/robots.txt", "https://h:8443/robots.txt?x", "http://h/robots.txt#y"})
    EXPECT_TRUE(is_robots_url(url)) << url;
  for (const std::string_view url :
       {"", "robots.txt", "/robots.txt", "http://h/a/robots.txt", "http://h/robots.txt.bak",
        "http://robots.txt", "http://h/?/robots.txt", "http://h/ROBOTS.TXT"})
    EXPECT_FALSE(is_robots_url(url)) << url;
}

TEST(captured_name, of_a_packed_sitemap) {
  for (const std::string_view url : {"http://h/a.xml.gz", "http://h/A.XML.GZ?v=2", "http://h/d/sitemap.gz",
                                     "http://h/news-sitemap-1.txt.gz"})
    EXPECT_TRUE(is_gzipped_sitemap_url(url)) << url;
  for (const std::string_view url : {"", "http://h/a.tar.gz", "http://h/sitemap/a.gz", "http://h/sitemap.xml",
                                     "http://a.xml.gz", "http://h/x?/a.xml.gz", "http://h/a.xml.gz/"})
    EXPECT_FALSE(is_gzipped_sitemap_url(url)) << url;
}

TEST(captured_name, of_a_message) {
  for (const std::string_view url : {"http://h/a.eml", "ftp://h/d/A.MHT", "http://h/a.mhtml?v=2"})
    EXPECT_TRUE(is_message_url(url)) << url;
  for (const std::string_view url :
       {"", "http://h/a.txt", "http://h.eml", "http://h/x?/a.eml", "http://h/a.eml/"})
    EXPECT_FALSE(is_message_url(url)) << url;
}

}  // namespace captured_name_test
}  // namespace urlsieve
