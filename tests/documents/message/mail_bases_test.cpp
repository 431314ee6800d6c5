#include "src/documents/message/mail_bases.hpp"
#include "urlsieve/url_options.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace mail_bases_test {

std::string base_of(std::string_view content_base, std::string_view location, std::string_view outer) {
  mail_bases bases{url_options()};
  bases.clear("");
  mail_header header;
  header.content_base = content_base;
  header.content_location = location;
  const part_place place{1, 1};
  return std::string(bases.enter(header, &place, outer));
}

// url-syntax-05 section 5.1.2: Content-Base, then Content-Location, then the enclosing part; each is resolved
// against the next outer base.
TEST(mail_bases, go_by_precedence) {
  EXPECT_EQ(base_of("http://a/b/", "http://c/d", "http://e/"), "http://a/b/");
  EXPECT_EQ(base_of("", "http://c/d", "http://e/"), "http://c/d");
  EXPECT_EQ(base_of("", "", "http://e/"), "http://e/");
  EXPECT_EQ(base_of("x/", "", "http://e/f/g"), "http://e/f/x/");
  EXPECT_EQ(base_of("", "../x", "http://e/f/g"), "http://e/x");
  EXPECT_EQ(base_of("", "x", ""), "");
  EXPECT_EQ(base_of("x", "http://c/", ""), "");
  EXPECT_EQ(base_of("\"http://a/\r\n b /\"", "", ""), "http://a/b/");
  EXPECT_EQ(base_of("<http://a/>", "", ""), "http://a/");
}

TEST(mail_bases, find_named_parts) {
  mail_bases bases{url_options()};
  bases.clear("m@x");
  mail_header header;
  header.content_id = "<one@x>";
  header.content_location = "pic one.png";
  const part_place place{1, 2};
  EXPECT_EQ(bases.enter(header, &place, "http://a/d/page"), "http://a/d/picone.png");
  header.content_id = "<multi@x>";
  header.content_location = "http://a/multi";
  static_cast<void>(bases.enter(header, nullptr, ""));  // a multipart is not a leaf part
  const auto location = [&](std::string_view reference) {
    const internal_target target = bases.find(reference, nullptr, {1, 1}, false);
    return target.is_part ? "part " + std::string(target.location) : std::string("none");
  };
  EXPECT_EQ(location("cid:one@x"), "part http://a/d/picone.png");
  EXPECT_EQ(location("CID:one%40x"), "part http://a/d/picone.png");
  EXPECT_EQ(location("cid:nobody@x"), "part ");
  EXPECT_EQ(location("mid:m@x/one@x"), "part http://a/d/picone.png");
  EXPECT_EQ(location("mid:m@x/multi@x"), "part ");
  EXPECT_EQ(location("mid:m@x"), "part ");
  EXPECT_EQ(location("mid:m@xy"), "none");
  EXPECT_EQ(location("mid:other@x/one@x"), "none");
  EXPECT_EQ(location("HTTP://A/d/../d/picone.png#f"), "part http://a/d/picone.png");
  EXPECT_EQ(location("http://a/multi"), "none");
  EXPECT_EQ(location("picone.png"), "none");
  base_url page;
  ASSERT_TRUE(page.assign("http://a/d/page", url_options()));
  EXPECT_TRUE(bases.find("picone.png", &page, {1, 1}, false).is_part);
  bases.clear("");
  EXPECT_EQ(location("http://a/d/picone.png"), "none");
}

// RFC 2557 section 8: a location names a part inside its multipart/related. A single header must not hide a
// link.
TEST(mail_bases, tell_parts_of_the_same_multipart_from_links) {
  mail_bases bases{url_options()};
  bases.clear("m@x");
  const auto enter = [&](std::string_view location, part_place place) {
    mail_header header;
    header.content_location = location;
    static_cast<void>(bases.enter(header, &place, ""));
  };
  enter("http://a/page", {1, 1});
  enter("http://a/pic", {1, 2});
  enter("http://a/twice", {1, 3});
  enter("http://a/twice", {1, 4});
  enter("http://a/other", {2, 5});
  enter("http://a/alone", {0, 6});
  const auto is_part = [&](std::string_view reference, part_place from, bool navigates) {
    return bases.find(reference, nullptr, from, navigates).is_part;
  };
  EXPECT_TRUE(is_part("http://a/pic", {1, 1}, false));
  EXPECT_FALSE(is_part("http://a/pic", {1, 1}, true));
  EXPECT_FALSE(is_part("HTTPS://a/pic", {1, 1}, true));
  EXPECT_FALSE(is_part("http://a/page", {1, 1}, false));  // itself
  EXPECT_TRUE(is_part("http://a/page", {1, 2}, false));
  EXPECT_TRUE(is_part("http://a/twice", {1, 3}, false));
  EXPECT_TRUE(is_part("http://a/twice", {1, 4}, false));
  EXPECT_FALSE(is_part("http://a/other", {1, 1}, false));
  EXPECT_TRUE(is_part("http://a/other", {2, 1}, false));
  EXPECT_FALSE(is_part("http://a/alone", {0, 1}, false));
  EXPECT_FALSE(is_part("http://a/pic", {}, false));
  EXPECT_TRUE(is_part("cid:x", {}, true));
}

}  // namespace mail_bases_test
}  // namespace urlsieve
