#include "src/references/in_robots.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace in_robots_test {

using testing::lines;

findings read(std::string_view text, std::string_view base = {}) {
  robots_finder finder{text_search{}};
  document doc;
  doc.body = text;
  doc.base = base;
  doc.type = media::robots;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  return found;
}

lines links(std::string_view text) {
  return testing::lines_of(read(text));
}

TEST(in_robots, sitemaps_are_links_and_patterns_are_not) {
  EXPECT_EQ(links("User-agent: *\nDisallow: /private/\nAllow: /\nSitemap: https://h.example/s.xml\n"),
            (lines{"robots:Sitemap https://h.example/s.xml"}));
  EXPECT_EQ(links("SITEMAP :\thttps://h.example/s.xml.gz \r\nsitemap:https://h.example/t"),
            (lines{"robots:Sitemap https://h.example/s.xml.gz", "robots:Sitemap https://h.example/t"}));
  EXPECT_EQ(links("Disallow: http://h.example/secret\nallow: /*?url=http://n.example/\nNoindex: http://n/\n"
                  "Clean-param: ref http://n.example/\n"),
            lines{});
  EXPECT_EQ(links("Sitemap:\nSitemap: \nUser-agent: *\n"), lines{});
}

// RFC 9309 section 2.2: EOL = [CR] LF / CR.
TEST(in_robots, lines_may_end_in_cr) {
  EXPECT_EQ(links("User-agent: *\rDisallow: http://h.example/a\rSitemap: /s.xml\r\rSitemap: /t.xml\r"),
            (lines{"robots:Sitemap /s.xml", "robots:Sitemap /t.xml"}));
  EXPECT_EQ(
      links("# http://h.example/a\rSitemap: /s\r\nSitemap: /t\n\rSitemap: /u"),
      (lines{"text http://h.example/a", "robots:Sitemap /s", "robots:Sitemap /t", "robots:Sitemap /u"}));
}

TEST(in_robots, sitemaps_as_people_write_them) {
  EXPECT_EQ(links("\xEF\xBB\xBFSitemap: http://h.example/s"), (lines{"robots:Sitemap http://h.example/s"}));
  EXPECT_EQ(links("site-map: http://h.example/s # all of it"), (lines{"robots:Sitemap http://h.example/s"}));
  EXPECT_EQ(links("Sitemap: /s.xml"), (lines{"robots:Sitemap /s.xml"}));
  EXPECT_EQ(links("Sitemap: http://h.example/a http://h.example/b"),
            (lines{"robots:Sitemap http://h.example/a", "robots:Sitemap http://h.example/b"}));
  EXPECT_EQ(
      links(
          "Sitemap: <http://h.example/a>\nSitemap: http://h.example/b, <http://h.example/c>,\nSitemap: /d,"),
      (lines{"robots:Sitemap http://h.example/a", "robots:Sitemap http://h.example/b",
             "robots:Sitemap http://h.example/c", "robots:Sitemap /d"}));
  EXPECT_EQ(links("Sitemap: ,\nSitemap: <>\n"), lines{});
  EXPECT_EQ(links("Sitemap: there is none yet"), lines{});
  EXPECT_EQ(links("Sitemap http://h.example/s"), (lines{"text http://h.example/s"}));
}

TEST(in_robots, comments_and_other_lines_are_text) {
  EXPECT_EQ(
      links("# See http://h.example/robots, please\nDisallow: /a # <http://h.example/why>\n"
            "Host: http://mirror.example/\n"),
      (lines{"text http://h.example/robots", "text http://h.example/why", "text http://mirror.example/"}));
  EXPECT_EQ(links("# <http://h.example/a\nb>"), (lines{"text http://h.example/a"}))
      << "no line knows another";
}

TEST(in_robots, positions_point_into_the_body) {
  const std::string text = "# http://a.example/\n\n Sitemap: http://b.example/ # http://c.example/\n";
  const findings found = read(text);
  ASSERT_EQ(found.references.size(), 3U);
  for (const reference& link : found.references)
    EXPECT_EQ(text.substr(link.position, link.raw.size()), link.raw);
}

TEST(in_robots, early_delivery_changes_nothing) {
  std::string text;
  for (int i = 0; i < 70'000; ++i) text += "Sitemap: http://h.example/" + std::to_string(i) + "\n";
  robots_finder finder{text_search{}};
  document doc;
  doc.body = text;
  findings found;
  std::size_t taken = 0;
  const std::function<void()> take = [&] { taken += found.references.size(); };
  found.batch_consumer = &take;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_GT(taken, 0U);
  EXPECT_EQ(taken + found.references.size(), 70'000U);
}

}  // namespace in_robots_test
}  // namespace urlsieve
