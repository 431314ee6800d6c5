#include "src/references/in_xml.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace in_xml_test {

using testing::lines;

lines links(std::string_view xml, link_choice choice = link_choice::all) {
  link_options options;
  options.links = choice;
  xml_finder finder(options);
  document doc;
  doc.body = xml;
  doc.type = media::xml;
  return testing::links_in(finder, doc);
}

TEST(in_xml, sitemap) {
  EXPECT_EQ(
      links(
          "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>\n"
          "http://e.org/?a=1&amp;b=2 "
          "</loc><lastmod>2024-01-01</lastmod><image:image><image:loc>http://e.org/i"
          "</image:loc></image:image><xhtml:link rel=\"alternate\" "
          "href=\"http://e.org/de\"/></url></urlset>"),
      (lines{"xml:loc http://e.org/?a=1&b=2", "xml:image:loc http://e.org/i",
             "xhtml:link@href http://e.org/de"}));
}

TEST(in_xml, rss) {
  EXPECT_EQ(
      links("<rss><channel><title>http links</title><link>/home</link><atom:link href=\"feed\"/><item>"
            "<guid isPermaLink=\"false\">http://e.org/n</guid><guid>http://e.org/g</guid><guid>tag</guid>"
            "<enclosure url=\"m.mp3\"/><description>&lt;a href=\"x\"&gt;&lt;img src='y'&gt;</description>"
            "<content:encoded><![CDATA[<p><a href=\"z\">]]></content:encoded>"
            "<feedburner:origLink>http://e.org/o</feedburner:origLink></item></channel></rss>"),
      (lines{"xml:link /home", "atom:link@href feed", "xml:guid http://e.org/g", "enclosure@url m.mp3",
             "a@href x", "img@src y", "a@href z", "xml:feedburner:origLink http://e.org/o"}));
}

TEST(in_xml, atom) {
  const std::string_view feed =
      "<feed xml:base=\"http://e.org/b/\"><id>http://e.org/id</id><link href=\"l\"/><entry>"
      "<content type=\"html\">&lt;a href=\"x\"&gt;</content><author><uri>u</uri></author></entry></feed>";
  EXPECT_EQ(links(feed), (lines{"base http://e.org/b/", "link@href l", "a@href x", "xml:uri u"}));
  EXPECT_EQ(links(feed, link_choice::everything).at(1), "xml:id http://e.org/id");
}

// Database dumps have an attribute per column, for example the posts of Stack Exchange.
TEST(in_xml, attributes_without_a_known_meaning) {
  EXPECT_EQ(
      links("<posts><row Id='1' Body='&lt;p&gt;&lt;a "
            "href=&quot;http://e.org/a?x&amp;amp;y&quot;&gt;x&lt;/a&gt; "
            "&lt;img src=&quot;b.png&quot;&gt;' Url2=' http://e.org/c?d&amp;e ' Title='http://e.org/f'/>"
            "<xs:import schemaLocation='http://e.org/g'/><server location='http://e.org/h'/></posts>"),
      (lines{"a@href http://e.org/a?x&y", "img@src b.png", "row@Url2 http://e.org/c?d&e",
             "row@Title http://e.org/f", "xs:import@schemaLocation http://e.org/g",
             "server@location http://e.org/h"}));
  EXPECT_EQ(
      links("<x xmlns='http://n.org/' xmlns:a='http://n.org/' xml:space='http://n.org/' id='http://n.org/' "
            "name='http://n.org/' scheme='http://n.org/' xlink:role='http://n.org/' "
            "xsi:schemaLocation='http://n.org/ http://n.org/x' empty='' mail='mailto:a' colon='a:b'/>"),
      lines{});
  // URLs between words, as in backups of text messages.
  const std::string between_words = " body='see http://e.org/1, please' less='a &lt; b http://e.org/2'";
  EXPECT_EQ(links("<smses><sms" + between_words + "/></smses>"),
            (lines{"text http://e.org/1", "text http://e.org/2"}));
  EXPECT_EQ(links("<rss><sms" + between_words + "/></rss>"), lines{});
  EXPECT_EQ(
      links("<osm><tag v='www.e.org'/><tag v='see www.e.org/a or mailto:a@e.org' w='1.5' x='10:30'/></osm>"),
      (lines{"text www.e.org", "text www.e.org/a", "text mailto:a@e.org"}));
}

// The names text, title and label are of words in data (MMS in SMS Backup & Restore), and of titles in feeds.
TEST(in_xml, texts_and_titles_in_attributes) {
  const std::string parts =
      "<part text='http://e.org/1'/><part title='see http://e.org/2' label='http://e.org/3'/>"
      "<part name='http://no.org/' rel='see http://no.org/'/>";
  EXPECT_EQ(links("<smses>" + parts + "</smses>"),
            (lines{"part@text http://e.org/1", "text http://e.org/2", "part@label http://e.org/3"}));
  EXPECT_EQ(links("<opml>" + parts + "</opml>"), lines{});
  // Escaped tags are HTML in an attribute of any name.
  for (const std::string root : {"opml", "notes"})
    EXPECT_EQ(
        links("<" + root + "><outline text='&lt;a href=&quot;http://e.org/1&quot;&gt;' name='a &lt; b'/>"),
        (lines{"a@href http://e.org/1"}))
        << root;
}

// Escaped angle brackets are HTML only with a tag of HTML.
TEST(in_xml, escaped_angle_brackets_in_prose_may_be_text) {
  const struct {
    std::string text;
    lines found;
  } rows[] = {
      {"see &lt;http://e.org/1&gt;", {"text http://e.org/1"}},
      {"use i&lt;n here, see http://e.org/1", {"text http://e.org/1"}},
      {"i &lt;u mom, http://e.org/1?a&amp;copy=b &lt;3", {"text http://e.org/1?a&copy=b"}},
      {"put it in &lt;script&gt;, see http://e.org/1", {"text http://e.org/1"}},
      {"a &lt;!-- see http://e.org/1", {"text http://e.org/1"}},
      {"&lt;p&gt;http://e.org/1?a&amp;amp;b&lt;/p&gt;", {"text http://e.org/1?a&b"}},
      {"&lt;ref name='action'/&gt; a&lt;b, http://e.org/1", {"text http://e.org/1"}},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(links("<comments><row Text=\"" + row.text + "\"/></comments>"), row.found) << row.text;
    EXPECT_EQ(links("<r><description>" + row.text + "</description></r>"), row.found) << row.text;
  }
  EXPECT_EQ(links("<r><thetext>a(b&lt;c) &lt;a href='http://e.org/1'&gt;</thetext></r>"),
            (lines{"a@href http://e.org/1"}));
}

// strings.xml of Android: a backslash precedes each quote.
TEST(in_xml, escaped_quotes_around_attributes_of_html) {
  EXPECT_EQ(
      links(R"(<resources><string name="a"><![CDATA[See <a href=\"http://e.org/1\">it\'s</a>]]></string>)"
            R"(<string name="b">&lt;a class=\'x y\' href=\'http://e.org/2\'>x&lt;/a></string></resources>)"),
      (lines{"a@href http://e.org/1", "a@href http://e.org/2"}));
  EXPECT_EQ(
      links(R"(<rss><description>&lt;a href="\">&lt;a href=/x\> \" &lt;a href='/y\'></description></rss>)"),
      (lines{"a@href \\", "a@href /x\\", "a@href /y\\"}));
}

TEST(in_xml, entities_of_the_document_are_expanded) {
  EXPECT_EQ(links("<!DOCTYPE r [<!ENTITY % p 'x'><!-- <!ENTITY e 'no'> --><!ENTITY e \"http://e.org/o#\">"
                  "<!ENTITY e 'http://later.org/'><!ENTITY n '&e;x'><!ENTITY s SYSTEM 'http://s.org/'>"
                  "<!ENTITY amp 'no'>]><r xml:base='&e;'><a rdf:about='&e;Wine' x='&e;y?a&amp;b' z='&e;&e;'/>"
                  "<b href='&n;&s;&none;'/><c>&e;d</c><loc>/l&amp;</loc></r>"),
            (lines{"base http://e.org/o#", "a@rdf:about http://e.org/o#Wine", "a@x http://e.org/o#y?a&b",
                   "a@z http://e.org/o#http://e.org/o#", "b@href &n;&s;&none;", "xml:c http://e.org/o#d",
                   "xml:loc /l&"}));
}

TEST(in_xml, templates_in_attributes_are_no_urls) {
  EXPECT_EQ(
      links("<OpenSearchDescription><Url template=\"http://e.org/?q={searchTerms}&amp;p={startPage?}\"/>"
            "<Url template=\"http://e.org/{}\"/></OpenSearchDescription>"),
      (lines{"Url@template http://e.org/{}"}));
}

TEST(in_xml, templates_in_elements_are_no_urls) {
  EXPECT_EQ(
      links("<project><url>https://${host}/y</url><a>http://e.org/{id}</a><b>http://e.org/{}</b></project>"),
      (lines{"xml:a http://e.org/{id}", "xml:b http://e.org/{}"}));
}

TEST(in_xml, outlines) {
  EXPECT_EQ(
      links("<opml version='2.0'><head><docs>http://d.example/</docs></head><body>"
            "<outline text='a' type='rss' xmlUrl='http://f.example/r?a=1&amp;b' htmlUrl='http://f.example/'>"
            "<outline text='http://no.example/' type='link' url='http://l.example/x'/></outline>"
            "<outline xmlUrl='' url=\" /rel \"></outline></body></opml>"),
      (lines{"xml:docs http://d.example/", "outline@xmlUrl http://f.example/r?a=1&b",
             "outline@htmlUrl http://f.example/", "outline@url http://l.example/x", "outline@url /rel"}));
}

TEST(in_xml, opml_rdf_and_style_sheets) {
  EXPECT_EQ(
      links("<?xml-stylesheet type=\"text/xsl\" href=\"s.xsl\"?><opml><outline xmlUrl=\"x\" htmlUrl=\"h\"/>"
            "<r:x rdf:resource=\"r\"/></opml>"),
      (lines{"xml-stylesheet@href s.xsl", "outline@xmlUrl x", "outline@htmlUrl h", "r:x@rdf:resource r"}));
}

// XML Base section 4. "+BASE" and "-" show base changes in order among the references.
TEST(in_xml, a_base_holds_for_its_element) {
  const auto with_bases = [](std::string_view xml) {
    xml_finder finder(link_options{});
    document doc;
    doc.body = xml;
    doc.type = media::xml;
    findings found;
    stats counted;
    finder.find(doc, found, counted);
    std::string row(found.embedded_base.value_or(""));
    auto change = found.base_changes.begin();
    for (std::size_t i = 0; i <= found.references.size(); ++i) {
      for (; change != found.base_changes.end() && change->before == i; ++change)
        row.append(change->href ? " +" + std::string(*change->href) : " -");
      if (i < found.references.size()) row.append(" ").append(found.references[i].raw);
    }
    return row;
  };
  EXPECT_EQ(with_bases("<feed xml:base='http://a/'><link href='1'/><entry xml:base='e/'><link href='2'/>"
                       "<content src='3' xml:base='c/'/><link href='4'/></entry><link href='5'/></feed>"),
            "http://a/ 1 +e/ 2 +c/ 3 - 4 - 5");
  EXPECT_EQ(with_bases("<a><g xml:base='x'><g><b href='1'/></g><b href='2'/></g><b href='3'/></a>"),
            " +x 1 2 - 3");
  EXPECT_EQ(with_bases("<rss><item xml:base='http://i/'><link>l</link></item><link>m</link></rss>"),
            " +http://i/ l - m");
  EXPECT_EQ(with_bases("<a><g xml:base='x'></h><b href='1'/>"), " +x 1");
  std::string deep = "<a>";
  for (int i = 0; i < 200; ++i) deep += "<g" + std::to_string(i) + " xml:base='b/'>";
  xml_finder finder(link_options{});
  document doc;
  doc.body = deep;
  doc.type = media::xml;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_EQ(found.base_changes.size(), findings::deepest_base);
}

TEST(in_xml, styles_of_svg) {
  EXPECT_EQ(
      links("<svg><style>@import 'i.css'; a{b:url(&quot;p.png&quot;)}</style><g style='fill:url(f.svg#x)'/>"
            "<style><![CDATA[c{d:url(q.png)}]]></style><g style='Heading'/></svg>"),
      (lines{"css i.css", "css p.png", "g@style f.svg#x", "css q.png"}));
}

TEST(in_xml, any_text_that_is_an_absolute_url) {
  EXPECT_EQ(links("<rss><b> http://e.org/x </b><c>see http://e.org/n</c><d>/n</d></rss>"),
            (lines{"xml:b http://e.org/x"}));
}

TEST(in_xml, urls_between_words_of_prose) {
  EXPECT_EQ(
      links("<a><b> http://e.org/x </b><c>see http://e.org/y?a&amp;b.</c> tail http://e.org/z<d>/n</d></a>"),
      (lines{"xml:b http://e.org/x", "text http://e.org/y?a&b", "text http://e.org/z"}));
  // HTML inside, escaped or in CDATA: its links, and URLs in its text.
  EXPECT_EQ(links("<mediawiki><text>[http://e.org/1 x] &lt;a href='http://e.org/2'&gt;</text></mediawiki>"),
            (lines{"text http://e.org/1", "a@href http://e.org/2"}));
  // Vocabularies with places for links, and word processors, which cut URLs.
  for (const std::string root : {"feed", "urlset", "svg", "x:rss", "w:document", "office:document-content"})
    EXPECT_EQ(links("<" + root + "><c>see http://e.org/n</c></" + root + ">"), lines{}) << root;
  // Names that feeds and books share with other vocabularies.
  const std::string words = "<c>see http://e.org/y</c>";
  for (const std::string root : {"package", "entry", "rdf:RDF", "rdf:RDF xmlns:rdfs='http://n.org/'",
                                 "rdf:RDF xmlns:link='http://purl.org/rss/1.0/modules/link/'"})
    EXPECT_EQ(links("<" + root + ">" + words), (lines{"text http://e.org/y"})) << root;
  for (const std::string root :
       {"package xmlns='http://www.idpf.org/2007/opf'", "entry\nxmlns='http://www.w3.org/2005/Atom'",
        "rdf:RDF a='b' xmlns='http://purl.org/rss/1.0/'"})
    EXPECT_EQ(links("<" + root + ">" + words), lines{}) << root;
  EXPECT_EQ(links("<!-- <feed> --><?feed?><!DOCTYPE feed><book><c>see http://e.org/y</c></book>"),
            (lines{"text http://e.org/y"}));
}

TEST(in_xml, several_urls_in_a_value) {
  EXPECT_EQ(links("<osm><tag v='http://e.org/1;http://e.org/2'/><url>http://e.org/3;http://e.org/4</url>"
                  "<a>http://e.org/5|http://e.org/6</a></osm>"),
            (lines{"text http://e.org/1", "text http://e.org/2", "text http://e.org/3", "text http://e.org/4",
                   "text http://e.org/5", "text http://e.org/6"}));
  EXPECT_EQ(
      links("<rss><a b='http://e.org/1|http://e.org/2'/><c>http://e.org/3|http://e.org/4</c></rss>"),
      (lines{"text http://e.org/1", "text http://e.org/2", "text http://e.org/3", "text http://e.org/4"}));
  const std::string feed =
      "<a>http://e.org/1, http://e.org/2</a><link>http://e.org/3,http://e.org/4</link>"
      "<media:content url='http://e.org/5,http://e.org/6'/><b url='http://e.org/7; http://e.org/8'/>";
  EXPECT_EQ(
      links("<rss>" + feed + "</rss>"),
      (lines{"text http://e.org/1", "text http://e.org/2", "text http://e.org/3", "text http://e.org/4",
             "text http://e.org/5", "text http://e.org/6", "text http://e.org/7", "text http://e.org/8"}));
  EXPECT_EQ(links("<dump>" + feed + "</dump>"), links("<rss>" + feed + "</rss>"));
  EXPECT_EQ(
      links("<rss><a>http://e.org/1,2.jpg</a><b url='http://e.org/3,4.jpg'/>"
            "<c>http://e.org/5 and http://e.org/6</c><link href='http://e.org/7,http://e.org/8'/></rss>"),
      (lines{"xml:a http://e.org/1,2.jpg", "b@url http://e.org/3,4.jpg",
             "link@href http://e.org/7,http://e.org/8"}));
}

TEST(in_xml, text_behind_a_url_without_a_blank) {
  for (const std::string root : {"smses", "rss"})
    EXPECT_EQ(
        links("<" + root + "><sms body='http://e.org/1\u3002x'/><p>http://e.org/2\u3000x</p>" +
              "<link>http://e.org/\u201Cx\u201D</link><a href='http://e.org/\u201Cy\u201D'/></" + root + ">"),
        (lines{"text http://e.org/1", "text http://e.org/2", "xml:link http://e.org/\u201Cx\u201D",
               "a@href http://e.org/\u201Cy\u201D"}))
        << root;
}

TEST(in_xml, punctuation_behind_a_url_in_prose) {
  EXPECT_EQ(links("<book><p>http://e.org/1.</p><link>http://e.org/2.</link></book>"),
            (lines{"text http://e.org/1", "xml:link http://e.org/2."}));
  EXPECT_EQ(links("<rss><p>http://e.org/1.</p></rss>"), (lines{"xml:p http://e.org/1."}));
}

TEST(in_xml, ignores_elements_without_links) {
  EXPECT_EQ(links("<!DOCTYPE a [<!ENTITY b \"<loc>n</loc>\"> ]><a><!-- <loc>n</loc> --><loc>x</loc></a>"),
            (lines{"xml:loc x"}));
  EXPECT_EQ(links("<a><loc/><loc></loc><loc> </loc><loc>two words</loc>"), lines{});
}

// An attribute keeps its spaces, too. In prose, the text is searched.
TEST(in_xml, links_with_spaces) {
  EXPECT_EQ(links("<urlset><url><loc> http://e.org/my file.pdf </loc></url><loc>/a b</loc></urlset>"),
            (lines{"xml:loc http://e.org/my file.pdf"}));
  EXPECT_EQ(
      links("<rss><item><link>http://e.org/a b</link><guid>http://e.org/c d</guid>"
            "<guid isPermaLink='false'>http://no.org/a b</guid><title>http://no.org/a b</title>"
            "<link>http://no.org/\n b</link><link>http://no.org/ and http://no.org/</link>"
            "<enclosure url='http://e.org/e f'/></item></rss>"),
      (lines{"xml:link http://e.org/a b", "xml:guid http://e.org/c d", "enclosure@url http://e.org/e f"}));
  EXPECT_EQ(links("<issue><comments>http://e.org/a is lost</comments></issue>"),
            (lines{"text http://e.org/a"}));
}

TEST(in_xml, spaces_in_elements_that_hold_links_by_their_names) {
  for (const std::string name : {"g:image_link", "wp:attachment_url", "itunes:new-feed-url",
                                 "feedburner:origEnclosureLink", "video:player_page_loc", "picture", "url"})
    for (const std::string root : {"rss", "dump"})
      EXPECT_EQ(links("<" + root + "><" + name + ">http://e.org/a b.jpg</" + name + "></" + root + ">"),
                (lines{"xml:" + name + " http://e.org/a b.jpg"}));
  EXPECT_EQ(links("<rss><title>http://e.org/a b.jpg</title><image_link>http://e.org/a is lost.</image_link>"
                  "<a image_link='http://e.org/c d' title='http://e.org/e f'/></rss>"),
            (lines{"a@image_link http://e.org/c d"}));
  EXPECT_EQ(links("<dump><note>http://e.org/a b.jpg</note><url>http://e.org/c is lost.</url></dump>"),
            (lines{"text http://e.org/a", "text http://e.org/c"}));
}

TEST(in_xml, playlists_of_xspf) {
  const std::string tracks =
      "<trackList><track><location>a.mp3</location><image>b.png</image><info>../c</info>"
      "<title>d</title></track></trackList></playlist>";
  EXPECT_EQ(links("<playlist xmlns=\"http://xspf.org/ns/0/\">" + tracks),
            (lines{"xml:location a.mp3", "xml:image b.png", "xml:info ../c"}));
  EXPECT_EQ(links("<playlist>" + tracks), lines{});
}

TEST(in_xml, values_that_are_json) {
  EXPECT_EQ(links("<rss><item><wp:meta_value><![CDATA[[{\"url\":\"https:\\/\\/e.org\\/x\",\"t\":\"<a "
                  "href=\\\"https:\\/\\/e.org\\/y\\\">\"}]]]></wp:meta_value><v> {&quot;a&quot;: {\"b\":"
                  "[\"http://e.org/z?a&amp;b\"]}}\n</v><id>[\"http://no.org/\"]</id></item></rss>"),
            (lines{"json:url https://e.org/x", "a@href https://e.org/y", "json:a.b http://e.org/z?a&b"}));
  EXPECT_EQ(links("<dump><row data='{\"u\":\"http:\\/\\/e.org\\/x\"}' type='[\"http://no.org/\"]' v='"
                  "[&quot;http://e.org/y&quot;, 1]'/><v>[\"see http:\\/\\/e.org\\/z\"]</v></dump>"),
            (lines{"json:u http://e.org/x", "json: http://e.org/y", "json: http://e.org/z"}));
  // Text that only begins like JSON is searched.
  EXPECT_EQ(
      links("<dump><v>[\"a\"] see http://e.org/x</v><v>{\"a\":\"http://e.org/y\"</v>"
            "<v>{{\"http://e.org/z\"}}</v><v>[[http://e.org/w]]</v></dump>"),
      (lines{"text http://e.org/x", "text http://e.org/y", "text http://e.org/z", "text http://e.org/w"}));
}

TEST(in_xml, text_in_parts) {
  EXPECT_EQ(links("<loc>http://e.org/<![CDATA[?a&b]]><!-- c -->&amp;d</loc>"),
            (lines{"xml:loc http://e.org/?a&b&d"}));
  EXPECT_EQ(links("<loc><![CDATA[http://e.org/?a&amp;b]]></loc>"), (lines{"xml:loc http://e.org/?a&amp;b"}));
}

TEST(in_xml, the_declared_encoding) {
  EXPECT_EQ(links("<?xml version='1.0' encoding='ISO-8859-1'?><a><loc>\xE9</loc><link href=\"\xE8\"/></a>"),
            (lines{"xml:loc \xC3\xA9", "link@href \xC3\xA8"}));
}

TEST(in_xml, input_that_breaks_off) {
  const std::string whole = "<?x?><!DOCTYPE a [ ]><a b='c'><!-- d --><loc><![CDATA[x]]></loc></a>";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const lines found = links(std::string_view(whole).substr(0, size));
    EXPECT_LE(found.size(), 1U);
  }
}

}  // namespace in_xml_test
}  // namespace urlsieve
