// Text of a page between tags: rel and anchor text as the context of links, and URLs in text.
#include "src/references/html/page_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/references/html/in_html.hpp"
#include "src/references/in_xml.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace page_text_test {

using testing::lines;

link_options with_context() {
  link_options options;
  options.note_context = true;
  return options;
}

link_options with_text_links() {
  link_options options;
  options.text_links = true;
  return options;
}

document page(std::string_view html, media type = media::html, std::string_view charset = {}) {
  document doc;
  doc.body = html;
  doc.type = type;
  doc.charset = charset;
  return doc;
}

// Returns "value [rel] text" of each link.
lines contexts_of(const findings& found) {
  lines report;
  for (std::size_t i = 0; i < found.references.size(); ++i) {
    link_context context;
    if (i < found.contexts.size()) context = found.contexts[i];
    std::string line(found.references[i].raw);
    if (!context.rel.empty()) line.append(" [").append(context.rel).append("]");
    if (!context.text.empty()) line.append(" ").append(context.text);
    report.push_back(line);
  }
  return report;
}

lines contexts(std::string_view html, std::string_view charset = {}) {
  html_finder finder(with_context());
  findings found;
  stats counted;
  finder.find(page(html, media::html, charset), found, counted);
  return contexts_of(found);
}

lines xml_contexts(std::string_view xml) {
  xml_finder finder(with_context());
  findings found;
  stats counted;
  finder.find(page(xml, media::xml), found, counted);
  return contexts_of(found);
}

TEST(page_text_anchors, is_the_text_of_the_element) {
  EXPECT_EQ(contexts("a<a href=x>b</a>c"), (lines{"x b"}));
  EXPECT_EQ(contexts("<a href=x>\n the <b>bold</b>er\t<i> one </i>\f</a>"), (lines{"x the bolder one"}));
  EXPECT_EQ(contexts("<a href=x>A &amp; B &lt;c&gt; &eacute;&#32;&#x41;&nope; &</a>"),
            (lines{"x A & B <c> \xC3\xA9 A&nope; &"}));
  EXPECT_EQ(contexts("<a href=x></a><a href=y> </a><a href=z>&#32;</a>"), (lines{"x", "y", "z"}));
  EXPECT_EQ(contexts("<a href=x>1 < 2 </> 3<!-- 4 -->5</a>"), (lines{"x 1 < 2 35"}));
  EXPECT_EQ(contexts(std::string_view("<a href=x>a\0b</a>", 17)), (lines{"x ab"}));
}

TEST(page_text_anchors, blocks_and_breaks_are_white_space) {
  EXPECT_EQ(contexts("<a href=x>a<br>b<div>c</div><p>d<p>e</a>"), (lines{"x a b c d e"}));
  EXPECT_EQ(contexts("<a href=x>a<wbr>b<span>c</span><img>d</a>"), (lines{"x abcd"}));
}

TEST(page_text_anchors, scripts_and_styles_say_nothing) {
  EXPECT_EQ(contexts("<a href=x>a<script>b</script><style>c</style>d</a>"), (lines{"x ad"}));
  EXPECT_EQ(contexts("<a href=x><svg><title>a</title><style>b</style><script>c</script></svg>d</a>"),
            (lines{"x ad"}));
  EXPECT_EQ(contexts("<a href=x>a<noscript>b</noscript></a>"), (lines{"x ab"}));
}

TEST(page_text_anchors, without_text_the_first_picture_speaks) {
  EXPECT_EQ(contexts("<a href=x><img src=i alt=''><img src=j alt='a &amp;\nb'><img src=k alt=c></a>"),
            (lines{"x a & b", "i", "j", "k"}));
  EXPECT_EQ(contexts("<a href=x><img src=i alt=a>b</a>"), (lines{"x b", "i"}));
  EXPECT_EQ(contexts("<a href=x> <image src=i alt=a> </a>"), (lines{"x a", "i"}));
}

TEST(page_text_anchors, ends_where_the_standard_ends_the_element) {
  EXPECT_EQ(contexts("<a href=x>a<a href=y>b</a>c</a>"), (lines{"x a", "y b"}));
  EXPECT_EQ(contexts("<a href=x>a<a name=n>b</a><a href=y>c"), (lines{"x a", "y c"}));
  EXPECT_EQ(contexts("<p><a href=x>a</p><p>b</p></a>c"), (lines{"x a b"}));
  // A table cell hides the outer <a> from an <a> inside.
  EXPECT_EQ(contexts("<a href=x>a<table><tr><td><a href=y>b</a>c</a><td>d</table>e</a>f"),
            (lines{"x a bc d e", "y b"}));
  EXPECT_EQ(contexts("<table><tr><td><a href=x>a<td>b<tr><th><a href=y>c</th>d</table>"),
            (lines{"x a", "y c"}));
  EXPECT_EQ(contexts("<table><tr><td><a href=x>a</table>b"), (lines{"x a"}));
  EXPECT_EQ(contexts("<a href=x>a</td>b<td>c</a>"), (lines{"x a b c"}));
  EXPECT_EQ(contexts("<svg><a href=x>a<a href=y>b</a>c</a></svg>d<svg><a href=z />e</svg>"),
            (lines{"x abc", "y b", "z"}));
}

TEST(page_text_anchors, reports_the_innermost_of_nested_tables) {
  std::string html;
  for (int i = 0; i < 9; ++i)
    html += "<a href=" + std::to_string(i) + ">" + std::to_string(i) + "<table><td>";
  for (int i = 0; i < 9; ++i) html += "</td></table></a>";
  const lines report = contexts(html);
  ASSERT_EQ(report.size(), 9U);
  EXPECT_EQ(report[8], "8 8");
  EXPECT_EQ(report[5], "5 5 6 7 8");
  EXPECT_EQ(report[0], "0 0 1 2 3");
}

TEST(page_text_anchors, is_cut_at_a_character) {
  const auto text_of = [](const std::string& said) {
    const lines report = contexts("<a href=x>" + said + "</a>");
    return report.at(0).substr(2);
  };
  const std::string most(anchor_texts::longest, 'a');
  EXPECT_EQ(text_of(most), most);
  EXPECT_EQ(text_of(most + "b c"), most);
  EXPECT_EQ(text_of(most + "<b>" + most + "</b>"), most);
  const std::string but_one = most.substr(1);
  EXPECT_EQ(text_of(but_one + "\xC3\xA9"), but_one);
  EXPECT_EQ(text_of(but_one + "&eacute;b"), but_one);
  EXPECT_EQ(text_of(but_one + " b"), but_one);
  EXPECT_EQ(text_of(std::string(100000, ' ') + "b"), "b");
}

TEST(page_text_anchors, every_link_of_the_tag_has_it) {
  EXPECT_EQ(contexts("<a href=x ping='p q' rel=nofollow>a</a>"),
            (lines{"x [nofollow] a", "p [nofollow] a", "q [nofollow] a"}));
}

TEST(page_text_anchors, in_every_charset) {
  EXPECT_EQ(contexts("<a href=x>caf\xE9 \x93q\x94</a>", "iso-8859-1"),
            (lines{"x caf\xC3\xA9 \xE2\x80\x9Cq\xE2\x80\x9D"}));
  EXPECT_EQ(contexts("<a href=x>caf\xC3\xA9</a>"), (lines{"x caf\xC3\xA9"}));
  EXPECT_EQ(contexts("<a href=x>caf\xE9</a>"), (lines{"x caf\xC3\xA9"}));
  EXPECT_EQ(contexts("<a href=x>a\xFFz</a>", "utf-8"), (lines{"x a\xEF\xBF\xBDz"}));
  EXPECT_EQ(contexts("<a href=x>\x83\x5C</a>", "shift_jis"), (lines{"x \xE3\x82\xBD"}));
}

TEST(page_text_context, rel_is_decoded_and_its_own) {
  EXPECT_EQ(contexts("<link REL='x&amp;y' rel=z href=u><link href=v><area rel=r href=w>"),
            (lines{"u [x&y]", "v", "w [r]"}));
  EXPECT_EQ(
      contexts("<a rel=r>n</a><img src=i><a href=x>a</a><style>@import 'c'</style><p style='b:url(d)'>"),
      (lines{"i", "x a", "c", "d"}));
  EXPECT_EQ(contexts("<!--[if IE]><a rel=r href=x>a</a><![endif]--><a href=y>b</a>"),
            (lines{"x [r] a", "y b"}));
  EXPECT_EQ(contexts("<iframe src=s srcdoc=\"<a rel=r href=x>a</a>\"></iframe><a href=y>b</a>"),
            (lines{"s", "x [r] a", "y b"}));
}

TEST(page_text_context, in_feeds_and_xhtml) {
  EXPECT_EQ(xml_contexts("<feed><link rel='self' href='x'/><id>u:1</id>"
                         "<content>&lt;a href='y' rel='r'>t&lt;/a></content><link href='z'/></feed>"),
            (lines{"x [self]", "y [r] t", "z"}));
  EXPECT_EQ(xml_contexts("<html><a rel='r' href='x'>a <b>b</b><![CDATA[ &c]]></a><a href='y'/>d</html>"),
            (lines{"x [r] a b &c", "y"}));
}

TEST(page_text_context, is_noted_only_where_asked_for) {
  html_finder finder{link_options{}};
  findings found;
  stats counted;
  finder.find(page("<a href=\"x\" rel=\"r\">a</a>"), found, counted);
  EXPECT_EQ(found.references.size(), 1U);
  EXPECT_TRUE(found.contexts.empty());
}

// Returns "where value" of each link, and checks its position.
lines text_links(std::string_view html, std::string_view charset = {}, std::string_view base = {}) {
  html_finder finder(with_text_links(), text_search{});
  document doc = page(html, media::html, charset);
  doc.base = base;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  for (const reference& link : found.references) {
    if (link.where != "text") continue;
    EXPECT_EQ(html.substr(link.position, 3), link.raw.substr(0, 3)) << html << " at " << link.position;
  }
  return testing::lines_of(found);
}

TEST(page_text_links, are_found_between_tags_in_document_order) {
  EXPECT_EQ(
      text_links(
          "<p>see http://a.example/1, or <a href=x>http://b.example/</a> <img src=i> (http://c.example)"),
      (lines{"text http://a.example/1", "a@href x", "text http://b.example/", "img@src i",
             "text http://c.example"}));
  EXPECT_EQ(text_links("<a href='http://n.example/'>t</a><p title=http://n.example/>"),
            (lines{"a@href http://n.example/"}));
}

TEST(page_text_links, are_decoded_first) {
  EXPECT_EQ(text_links("<p>&nbsp;http://a.example/?b=1&amp;c=2&lt;d http&#58;//e.example"),
            (lines{"text http://a.example/?b=1&c=2", "text http://e.example"}));
  EXPECT_EQ(text_links("<p>&lt;URL:http://a.exam\nple/x&gt; &lt;b&gt;http://c.example&lt;/b&gt;"),
            (lines{"text http://a.example/x", "text http://c.example"}));
  EXPECT_EQ(text_links("<p>a\r\nhttp://a.example/\r\n\r\nhttp://b.example/"),
            (lines{"text http://a.example/", "text http://b.example/"}));
}

TEST(page_text_links, end_at_every_tag_but_wbr) {
  EXPECT_EQ(text_links("<p>http://a.example/b<wbr>c<wbr/>d<b>e</b>"), (lines{"text http://a.example/bcd"}));
  EXPECT_EQ(text_links("<p>http://a.example/<!-- -->b<!-- http://n.example/ --> c"),
            (lines{"text http://a.example/b"}));
  EXPECT_EQ(text_links("<p>http://a.<b>example</b>/"), (lines{"text http://a"}));
  EXPECT_EQ(text_links("<p>http://a.example/</p>b"), (lines{"text http://a.example/"}));
}

TEST(page_text_links, are_found_in_visible_text) {
  EXPECT_EQ(text_links("<title>http://a.example/?&amp;b</title><textarea>http://c.example/</textarea>"
                       "<noscript>http://d.example/</noscript><template>http://e.example/</template>"
                       "<noframes>http://h.example/</noframes>"
                       "<xmp>http://f.example/&amp;x<b></xmp><plaintext>http://g.example/<p>"),
            (lines{"text http://a.example/?&b", "text http://c.example/", "text http://d.example/",
                   "text http://e.example/", "text http://h.example/", "text http://f.example/&amp;x",
                   "text http://g.example/"}));
  EXPECT_EQ(text_links("<script>http://n.example/</script><style>/*http://n.example/*/</style>"
                       "<iframe>http://n.example/</iframe><noembed>http://n.example/</noembed>"),
            lines{});
  EXPECT_EQ(text_links("<svg><text>http://a.example/</text><style>http://n.example/</style>"
                       "<script>http://n.example/</script><![CDATA[http://b.example/&amp;x]]></svg>"),
            (lines{"text http://a.example/", "text http://b.example/&amp;x"}));
  EXPECT_EQ(text_links("<p>a<!--[if IE]><b>http://a.example/</b><![endif]-->http://b.example/"),
            (lines{"text http://a.example/", "text http://b.example/"}));
}

TEST(page_text_links, names_without_a_scheme_need_a_page_without_base) {
  EXPECT_EQ(text_links("<p>www.a.example"), (lines{"text www.a.example"}));
  EXPECT_EQ(text_links("<p>www.a.example", {}, "http://b.example/"), lines{});
  EXPECT_EQ(text_links("<base href=http://b.example/><p>www.a.example"), (lines{"base http://b.example/"}));
}

TEST(page_text_links, have_positions_in_every_charset) {
  EXPECT_EQ(text_links("<p>\xE9\xE8 http://a.example/\xE9 \xE9&eacute; <!-- -->\xE9 http://b.example",
                       "iso-8859-1"),
            (lines{"text http://a.example/\xC3\xA9", "text http://b.example"}));
  EXPECT_EQ(text_links("<p>\xE9 &amp; http://a.example/?b&amp;c\xE9 http://d.example"),
            (lines{"text http://a.example/?b&c\xC3\xA9", "text http://d.example"}));
  EXPECT_EQ(text_links("<p>\xFF&#x20;http://a.example/ \xC3\xA9 http://d.example", "utf-8"),
            (lines{"text http://a.example/", "text http://d.example"}));
}

TEST(page_text_links, in_xml_where_the_text_is_no_link_and_no_html) {
  xml_finder finder(with_text_links());
  const lines found = testing::links_in(
      finder, page("<r><loc>http://a.example/</loc><title>b http://c.example/&amp;<!-- -->d</title>"
                   " http://e.example/ <description>&lt;p title='http://n.example/'>f "
                   "http://g.example/&lt;/p></description><style>/* http://n.example/ */</style>"
                   "<summary>h http://i.example/</summary></r>",
                   media::xml));
  EXPECT_EQ(found, (lines{"xml:loc http://a.example/", "text http://c.example/&d", "text http://e.example/",
                          "text http://g.example/", "text http://i.example/"}));
}

}  // namespace page_text_test
}  // namespace urlsieve
