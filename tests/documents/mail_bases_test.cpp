#include "src/documents/mail_bases.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace {

std::string base_of(std::string_view content_base, std::string_view location, std::string_view outer) {
  mail_bases bases{url_options()};
  bases.clear("");
  mail_header header;
  header.content_base = content_base;
  header.content_location = location;
  return std::string(bases.enter(header, true, outer));
}

// url-syntax-05 section 5.1.2: Content-Base, then Content-Location, then what encloses the part; each
// resolved against the next one out.
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

TEST(mail_bases, tell_what_names_a_part) {
  mail_bases bases{url_options()};
  bases.clear("m@x");
  mail_header header;
  header.content_id = "<one@x>";
  header.content_location = "pic one.png";
  EXPECT_EQ(bases.enter(header, true, "http://a/d/page"), "http://a/d/picone.png");
  header.content_id = "<multi@x>";
  header.content_location = "http://a/multi";
  static_cast<void>(bases.enter(header, false, ""));  // a multipart is no part
  const auto location = [&](std::string_view reference) {
    const internal_target target = bases.find(reference, nullptr);
    return target.is_part ? "part " + std::string(target.location) : std::string("none");
  };
  EXPECT_EQ(location("cid:one@x"), "part http://a/d/picone.png");
  EXPECT_EQ(location("CID:one%40x"), "part http://a/d/picone.png");
  EXPECT_EQ(location("cid:nobody@x"), "part ");
  EXPECT_EQ(location("mid:m@x/one@x"), "part http://a/d/picone.png");
  EXPECT_EQ(location("mid:m@x/multi@x"), "none");
  EXPECT_EQ(location("mid:m@x"), "none");
  EXPECT_EQ(location("mid:other@x/one@x"), "none");
  EXPECT_EQ(location("HTTP://A/d/../d/picone.png#f"), "part http://a/d/picone.png");
  EXPECT_EQ(location("http://a/multi"), "none");
  EXPECT_EQ(location("picone.png"), "none");
  base_url page;
  ASSERT_TRUE(page.assign("http://a/d/page", url_options()));
  EXPECT_TRUE(bases.find("picone.png", &page).is_part);
  bases.clear("");
  EXPECT_EQ(location("http://a/d/picone.png"), "none");
}

}  // namespace
}  // namespace urlsieve
