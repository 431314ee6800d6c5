#include "src/documents/http/http_links.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace http_links_test {

// Returns "where raw|where raw" of a field.
std::string links(std::string_view name, std::string_view value) {
  std::vector<reference> out;
  find_http_links(name, value, out);
  std::string all;
  for (const reference& link : out) {
    if (!all.empty()) all += '|';
    all.append(link.where).append(" ").append(link.raw);
  }
  return all;
}

TEST(http_links, location) {
  EXPECT_EQ(links("Location", "/next"), "http:Location /next");
  EXPECT_EQ(links("LOCATION", " http://a/ b "), "http:Location http://a/ b");
  EXPECT_EQ(links("location", ""), "");
  EXPECT_EQ(links("Content-Location", "index.html.en"), "http:Content-Location index.html.en");
  EXPECT_EQ(links("Locations", "/x"), "");
}

// Examples of RFC 8288 section 3.5, and malformed fields.
TEST(http_links, link) {
  EXPECT_EQ(
      links("Link", "<http://example.com/TheBook/chapter2>; rel=\"previous\"; title=\"previous chapter\""),
      "http:Link http://example.com/TheBook/chapter2");
  EXPECT_EQ(links("Link",
                  "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel,"
                  "</TheBook/chapter4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"),
            "http:Link /TheBook/chapter2|http:Link /TheBook/chapter4");
  EXPECT_EQ(links("Link", "<a,b>; title=\"x, <no>; y\\\", <no>\", <c>"), "http:Link a,b|http:Link c");
  EXPECT_EQ(links("Link", "<a>,<b> , , <c>"), "http:Link a|http:Link b|http:Link c");
  EXPECT_EQ(links("Link", "< a >"), "http:Link a");
  EXPECT_EQ(links("Link", "<unclosed"), "");
  EXPECT_EQ(links("Link", "no brackets, <b>"), "http:Link b");
  EXPECT_EQ(links("Link", "<>; rel=self"), "");
  EXPECT_EQ(links("Link", ""), "");
}

TEST(http_links, refresh) {
  EXPECT_EQ(links("Refresh", "5; url=/ref"), "http:Refresh /ref");
  EXPECT_EQ(links("Refresh", "0;URL='http://a/'"), "http:Refresh http://a/");
  EXPECT_EQ(links("Refresh", "3 , \"/x y\" trailing"), "http:Refresh /x y");
  EXPECT_EQ(links("Refresh", "3 /x"), "http:Refresh /x");
  EXPECT_EQ(links("Refresh", "1.5; urls/list"), "http:Refresh urls/list");
  EXPECT_EQ(links("Refresh", "1; url"), "http:Refresh url");
  EXPECT_EQ(links("Refresh", "5"), "");
  EXPECT_EQ(links("Refresh", "5;"), "");
  EXPECT_EQ(links("Refresh", "5; url="), "");
  EXPECT_EQ(links("Refresh", "5x"), "");
  EXPECT_EQ(links("Refresh", "soon; url=/x"), "");
}

TEST(http_links, canonical) {
  EXPECT_EQ(canonical_link("<a>; rel=canonical"), "a");
  EXPECT_EQ(
      canonical_link("<a>; rel=\"next\", < b >;title=\"x;rel=canonical, <n>\"; REL=\"shortlink Canonical\""),
      "b");
  EXPECT_EQ(canonical_link("<a>;rel=canonical,<b>;rel=canonical"), "a");
  EXPECT_EQ(canonical_link("<a>; rel=canonical; anchor=\"#x\", <b>;rel=canonical;anchor, <c>"), "");
  EXPECT_EQ(canonical_link("<a>; rel=next; rel=canonical"), "");
  EXPECT_EQ(canonical_link("<a>; rel=canonicals, <b>; rev=canonical, <c>; rel, <d; rel=canonical"), "");
  EXPECT_EQ(canonical_link("<a>; rel=\"canonical"), "a");
  EXPECT_EQ(canonical_link("<a>; title=\"\\\"; rel=canonical"), "");
}

}  // namespace http_links_test
}  // namespace urlsieve
