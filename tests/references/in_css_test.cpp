#include "src/references/in_css.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace in_css_test {

using testing::lines;

lines links(std::string_view css, link_choice choice = link_choice::all) {
  link_options options;
  options.links = choice;
  css_finder finder(options);
  document doc;
  doc.body = css;
  doc.type = media::css;
  return testing::links_in(finder, doc);
}

// CSS Syntax Level 3, sections 4.3.1 to 4.3.7.
TEST(in_css, url_in_every_notation) {
  EXPECT_EQ(links("a{b:url(x) url( 'y' ) URL(\"z\") url(\tw\n)}"),
            (lines{"css x", "css y", "css z", "css w"}));
  EXPECT_EQ(links("a{b:url(x"), (lines{"css x"}));
  EXPECT_EQ(links("a{b:url('x"), (lines{"css x"}));
  EXPECT_EQ(links("a{b:url() url('')}"), lines{});
}

TEST(in_css, imports) {
  EXPECT_EQ(links("@import 'x'; @import url(y) screen; @IMPORT\"z\"layer(l); @import url('w');"),
            (lines{"css x", "css y", "css z", "css w"}));
  EXPECT_EQ(links("@charset 'n'; @namespace url(n); @namespace p 'n'; @media x { 'n' } a{b:url(y)}"),
            (lines{"css y"}));
  EXPECT_EQ(links("@import x; 'n'"), lines{});
}

TEST(in_css, image_sets) {
  EXPECT_EQ(links("a{b:image-set('x' 1x type('n'), url(y) 2x) 'n'} c{d:-webkit-image-set('z' 1x)}"),
            (lines{"css x", "css y", "css z"}));
}

TEST(in_css, ignores_comments_and_strings) {
  EXPECT_EQ(links("/* url(n) */ a{content:'url(n)'; b:\"url(n)\"; c:url(x)/**/} /* url(n)"),
            (lines{"css x"}));
  EXPECT_EQ(links("a{content:'\\' url(n)'; b:url(x)}"), (lines{"css x"}));
  EXPECT_EQ(links("a{content:'bad\n; b:url(x)}"), (lines{"css x"}));
}

TEST(in_css, other_functions_and_malformed_urls) {
  EXPECT_EQ(links("a{b:curl(n) url-x(n) xurl(n) -url(n) format('n') url (n)}"), lines{});
  EXPECT_EQ(links("a{b:url(n n); c:url(n'n'); d:url(n(); e:url(x)}"), (lines{"css x"}));
}

TEST(in_css, escapes) {
  EXPECT_EQ(links("a{b:url(x\\)y) url('a\\'b') url(\\78 z) url('a\\\nb')}"),
            (lines{"css x)y", "css a'b", "css xz", "css ab"}));
  EXPECT_EQ(links("a{b:\\75rl(x) u\\72l(y)}"), (lines{"css x", "css y"}));
  EXPECT_EQ(links("a{b:url(\\\"x\\\")}"), (lines{"css x"}));
  EXPECT_EQ(links("a{b:url(\\0) url(\\110000) url(\\e9)}"),
            (lines{"css \xEF\xBF\xBD", "css \xEF\xBF\xBD", "css \xC3\xA9"}));
}

TEST(in_css, a_style_sheet_leads_nowhere) {
  EXPECT_EQ(links("@import 'x'", link_choice::navigation), lines{});
  EXPECT_EQ(links("@import 'x'", link_choice::resources), (lines{"css x"}));
}

TEST(in_css, its_own_charset) {
  EXPECT_EQ(links("@charset \"iso-8859-1\";a{b:url(\xE9)}"), (lines{"css \xC3\xA9"}));
  EXPECT_EQ(links("a{b:url(\xC3\xA9)}"), (lines{"css \xC3\xA9"}));
}

}  // namespace in_css_test
}  // namespace urlsieve
