#include "src/references/values/embedded_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "src/references/html/in_html.hpp"
#include "src/references/in_xml.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace embedded_json_test {

using testing::lines;

findings found_in(embedded_kind kind, std::string_view json, stats& counted) {
  findings found;
  link_collector links;
  links.begin(found, find_encoding("utf-8"), counted);
  embedded_json reader;
  reader.read({json, 0, true}, kind, links);
  return found;
}

lines linked(std::string_view json) {
  stats counted;
  return testing::lines_of(found_in(embedded_kind::linked_data, json, counted));
}

lines data(std::string_view json) {
  stats counted;
  return testing::lines_of(found_in(embedded_kind::data, json, counted));
}

TEST(embedded_json, members_that_are_urls_by_definition) {
  EXPECT_EQ(linked(R"({"@context":"https://schema.org","@type":"Person","@id":"#me","url":"about.html",
      "sameAs":["https:\/\/a.example\/","//b.example/x"],"image":{"@type":"ImageObject","contentUrl":"/i.png"},
      "name":"/not/this","description":"See http://n.example/ for more"})"),
            (lines{"ld+json:@context https://schema.org", "ld+json:@id #me", "ld+json:url about.html",
                   "ld+json:sameAs https://a.example/", "ld+json:sameAs //b.example/x",
                   "ld+json:contentUrl /i.png"}));
  EXPECT_EQ(linked(R"({"@graph":[{"schema:url":"x"},[{"mainEntityOfPage":"../y"}]]})"),
            (lines{"ld+json:schema:url x", "ld+json:mainEntityOfPage ../y"}));
}

TEST(embedded_json, members_that_may_be_text) {
  EXPECT_EQ(
      linked(
          R"({"image":"i.png","logo":"/l.png","license":"CC-BY","item":"./x","target":"http://t.example/"})"),
      (lines{"ld+json:logo /l.png", "ld+json:item ./x", "ld+json:target http://t.example/"}));
}

TEST(embedded_json, absolute_urls_of_any_member) {
  EXPECT_EQ(
      linked(R"({"x":"http://a.example/","y":["http://b.example/",{"z":"mailto:a@b.example"}],"w":"a:b"})"),
      (lines{"ld+json:x http://a.example/", "ld+json:y http://b.example/", "ld+json:z mailto:a@b.example"}));
  EXPECT_EQ(linked(R"(["http://a.example/"])"), (lines{"ld+json: http://a.example/"}));
}

TEST(embedded_json, distinguishes_contexts) {
  EXPECT_EQ(
      linked(
          R"({"@context":["https://schema.org",{"@vocab":"http://v.example/","u":{"@id":"http://i.example/"}}],
      "url":"/x"})"),
      (lines{"ld+json:@context https://schema.org", "ld+json:@context http://v.example/",
             "ld+json:@context http://i.example/", "ld+json:url /x"}));
}

TEST(embedded_json, ignores_other_values) {
  EXPECT_EQ(linked(R"({"url":"","@id":"_:b0","sameAs":"wd:Q42","image":"ImageObject","url":"two words",
      "contentUrl":"<b>","url":"a\nb","target":{"urlTemplate":"/s?q={term}"}})"),
            lines{});
  EXPECT_EQ(linked(R"({"@id":"urn:isbn:1","url":"tel:+1"})"),
            (lines{"ld+json:@id urn:isbn:1", "ld+json:url tel:+1"}));
  stats counted;
  const findings none =
      found_in(embedded_kind::linked_data, R"({"target":"https://a.example/?q={term}"})", counted);
  EXPECT_TRUE(none.references.empty());
  EXPECT_EQ(counted.rejected[static_cast<std::size_t>(rejection::url_template)], 1U);
}

TEST(embedded_json, data_of_applications_must_look_like_paths) {
  EXPECT_EQ(
      data(
          R"({"props":{"url":"/a/b","page":{"@id":"x","href":"/no"},"image":"../i.png","u":"https://c.example/"},
      "url":"index"})"),
      (lines{"json:props.url /a/b", "json:props.image ../i.png", "json:props.u https://c.example/"}));
}

TEST(embedded_json, reads_truncated_texts) {
  EXPECT_EQ(linked(R"(]}{"url":"/a",,"sameAs":["/b")"), (lines{"ld+json:url /a", "ld+json:sameAs /b"}));
  EXPECT_EQ(linked(R"({"url":"/a)"), (lines{"ld+json:url /a"}));
  EXPECT_EQ(linked("<!--\n//<![CDATA[\n{\"url\":\"/a\"}\n//]]>\n-->"), (lines{"ld+json:url /a"}));
  EXPECT_EQ(linked(std::string(100, '[') + R"("http://a.example/",{"url":"/deep"})"),
            (lines{"ld+json: http://a.example/"}));
}

TEST(embedded_json, names_are_bounded) {
  const std::string key(1000, 'k');
  stats counted;
  const findings found =
      found_in(embedded_kind::linked_data, "{\"" + key + "\":\"http://a.example/\"}", counted);
  ASSERT_EQ(found.references.size(), 1U);
  EXPECT_LT(found.references[0].where.size(), 80U);
}

// Returns the links of a page with a choice of links.
lines of_page(std::string_view html, link_choice choice) {
  link_options options;
  options.links = choice;
  html_finder finder(options);
  document doc;
  doc.body = html;
  doc.type = media::html;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  for (const reference& link : found.references)
    if (link.raw.find('\\') == std::string_view::npos && html.substr(link.position, 1) != "\"")
      EXPECT_EQ(html.substr(link.position, link.raw.size()), link.raw);
  return testing::lines_of(found);
}

constexpr std::string_view page =
    "<base href='http://b.example/d/'><script type='application/ld+json; charset=utf-8'>"
    R"({"@context":"https://schema.org","url":"rel","sameAs":"http://s.example/"}</script>)"
    R"(<script type="APPLICATION/JSON">{"url":"/p","x":"http://x.example/"}</script>)"
    R"(<script type=importmap>{"imports":{"m":"http://m.example/m.js"}}</script>)"
    R"(<script>{"url":"/no"}</script><script type=text/template>{"url":"/no"}</script>)";

TEST(embedded_json, of_pages_is_read_by_key_where_everything_is_asked_for) {
  EXPECT_EQ(of_page(page, link_choice::everything),
            (lines{"base http://b.example/d/", "ld+json:@context https://schema.org", "ld+json:url rel",
                   "ld+json:sameAs http://s.example/", "json:url /p", "json:x http://x.example/",
                   "script#text http://m.example/m.js"}));
}

TEST(embedded_json, of_pages_gives_absolute_urls_else) {
  EXPECT_EQ(of_page(page, link_choice::all),
            (lines{"base http://b.example/d/", "script#text https://schema.org",
                   "script#text http://s.example/", "script#text http://m.example/m.js"}));
  EXPECT_EQ(of_page(page, link_choice::navigation), (lines{"base http://b.example/d/"}));
}

TEST(embedded_json, of_xhtml) {
  link_options options;
  options.links = link_choice::everything;
  xml_finder finder(options);
  document doc;
  doc.body =
      R"(<html xmlns="http://www.w3.org/1999/xhtml"><script type="application/ld+json"><![CDATA[{"url":"/a"}]]></script>)"
      R"(<script type="application/json">{"url":"/b?c=1&amp;d"}</script></html>)";
  doc.type = media::xhtml;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_EQ(testing::lines_of(found), (lines{"ld+json:url /a", "json:url /b?c=1&d"}));
}

TEST(embedded_json, everything_is_never_less) {
  const std::string_view json =
      R"({"a":"http://a.example/","@id":"https://b.example/","c":["ftp://c.example/",{"d":"mailto:x@y"}]})";
  findings plain;
  stats counted;
  link_collector links;
  links.begin(plain, find_encoding("utf-8"), counted);
  links.add_json({json, 0, true}, "script#text");
  const findings keyed = found_in(embedded_kind::linked_data, json, counted);
  ASSERT_EQ(plain.references.size(), keyed.references.size());
  for (std::size_t i = 0; i < plain.references.size(); ++i)
    EXPECT_EQ(plain.references[i].raw, keyed.references[i].raw);
}

}  // namespace embedded_json_test
}  // namespace urlsieve
