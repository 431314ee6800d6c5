// Links in HTML: test cases, each read by the fast and the exact reader.
#include "src/references/html/in_html.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "tests/references/found_links.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace in_html_test {

using testing::lines;

lines read(std::string_view html, const link_options& options, media type = media::html,
           std::string_view charset = {}) {
  html_finder fast(options);
  html_finder exact(options, reading::exact);
  document doc;
  doc.body = html;
  doc.type = type;
  doc.charset = charset;
  const lines found = testing::links_in(fast, doc);
  EXPECT_EQ(found, testing::links_in(exact, doc)) << html;
  // Embeds the HTML in other text, which changes its alignment to windows and vectors. A declared encoding
  // must come first.
  if (type == media::html && html.find("charset") == std::string_view::npos) {
    for (const std::size_t before :
         {std::size_t{1}, std::size_t{63}, std::size_t{500}, markup_window::size - 1}) {
      const std::string moved = std::string(before, ' ') + std::string(html);
      doc.body = moved;
      EXPECT_EQ(found, testing::links_in(fast, doc)) << before << " before " << html;
    }
  }
  return found;
}

lines links(std::string_view html) {
  return read(html, {});
}

TEST(in_html, attributes_in_every_notation) {
  EXPECT_EQ(links("<a href=\"x\"><A HREF='y'><a\nhref = z><a href=w/><a/href=\"v\"/>"),
            (lines{"a@href x", "a@href y", "a@href z", "a@href w/", "a@href v"}));
  EXPECT_EQ(links("<a href><a href=><a href=\"\">"), (lines{"a@href ", "a@href ", "a@href "}));
  EXPECT_EQ(links("<a class=\"c\" id=\"i\" href=\"x\" title=\">\"><b><a href=\"y\">"),
            (lines{"a@href x", "a@href y"}));
}

// All combinations of five symbols in a tag: at its begin, in elements for the exact reader, and at the end
// of a view of the tag.
TEST(in_html, fast_and_exact_agree_on_every_short_tag) {
  constexpr std::string_view symbols[] = {" ", "/", "=", "\"", "'", ">", "a", "href"};
  constexpr std::size_t most = 8 * 8 * 8 * 8 * 8;
  html_finder fast(link_options{});
  html_finder exact(link_options{}, reading::exact);
  document doc;
  for (const std::string_view before :
       {"<a", "<base", "<svg", "<a title=\"a title that fills a view of the tag nearly\""}) {
    for (std::size_t number = 0; number < most; ++number) {
      std::string html(before);
      for (std::size_t rest = number + most; rest > 1; rest /= 8) html += symbols[rest % 8];
      // After a wrong quote, a reader would end at the next quote.
      for (const std::string_view behind :
           {"><!-- <a href=\"x\"> --><p id=\"'\"><a href=\"y\">text behind it all",
            "><a href=z>\"><a href=\"y\">text that stands behind it all"}) {
        const std::string page = html + std::string(behind);
        doc.body = page;
        ASSERT_EQ(testing::links_in(fast, doc), testing::links_in(exact, doc)) << page;
      }
    }
  }
}

TEST(in_html, a_tag_name_ends_at_a_delimiter) {
  EXPECT_EQ(links("<bdata-src=\"d\"data-src=\"d\"x><svghref=\"d\"><a href=\"y\">text that stands behind"),
            (lines{"a@href y"}));
}

TEST(in_html, a_quote_ends_a_tag_name_of_any_length) {
  for (std::size_t length = 1; length < 140; ++length)
    EXPECT_EQ(
        links("<a" + std::string(length, 'b') + "\" ><a href=z>\"><a href=\"y\">text that stands behind"),
        (lines{"a@href z", "a@href y"}));
}

TEST(in_html, reports_the_canonical_link_on_request) {
  struct row {
    std::string_view html, canonical;
  };
  for (const row& each :
       {row{"<link rel=\"canonical\" href=\"x\">", "x"},
        row{"<LINK href=' a&amp;b\n' rel='alternate CANONICAL'><link rel=canonical href=y>", "a&b"},
        row{"<link rel=canonical><link rel=canonical href=\"\"><link rel=canonical href=y>", "y"},
        row{"<link rel=canonicals href=x><a rel=canonical href=x><svg><link rel=canonical href=x>", "-"},
        row{"<!--<link rel=canonical href=x>--><title><link rel=canonical href=x></title>", "-"}}) {
    for (const link_choice choice : {link_choice::all, link_choice::resources}) {
      for (const reading how : {reading::fast, reading::exact}) {
        link_options options;
        options.links = choice;
        document doc;
        doc.body = each.html;
        doc.type = media::html;
        findings found;
        stats counted;
        html_finder(options, how).find(doc, found, counted);
        EXPECT_FALSE(found.canonical);
        const std::size_t links = found.references.size();
        found.clear();
        options.note_canonical = true;
        html_finder(options, how).find(doc, found, counted);
        EXPECT_EQ(found.canonical.value_or("-"), each.canonical) << each.html;
        EXPECT_EQ(found.references.size(), links) << each.html;
      }
    }
  }
}

TEST(in_html, the_first_of_two_equal_names_counts) {
  EXPECT_EQ(links("<a href=\"x\" href=\"y\">"), (lines{"a@href x"}));
  EXPECT_EQ(links("<a href href=\"y\">"), (lines{"a@href "}));
  EXPECT_EQ(links("<a HREF='x' href=\"y\">"), (lines{"a@href x"}));
}

TEST(in_html, unusually_placed_characters) {
  EXPECT_EQ(links("<a =\"x\" href=\"y\">"), (lines{"a@href y"}));
  EXPECT_EQ(links("<a=\"x>\" href=\"y\">z\">"), lines{});
  EXPECT_EQ(links("<a b=\"c\"href=\"x\">"), (lines{"a@href x"}));
  EXPECT_EQ(links("<a b=\"c\"=\"d\" href=\"x\">"), (lines{"a@href x"}));
  EXPECT_EQ(links("<a \" href=\"x>y\">"), (lines{"a@href x>y"}));
  EXPECT_EQ(links("<a <b href=\"x\">"), (lines{"a@href x"}));
  EXPECT_EQ(links("<a href==\"x\">"), (lines{"a@href =\"x\""}));
  EXPECT_EQ(links("a < b <a href=\"x\"> <> </> <3 <a"), (lines{"a@href x"}));
}

TEST(in_html, forms_of_amp) {
  EXPECT_EQ(links("<form action-xhr=\"x\" action=y>"), (lines{"form@action-xhr x", "form@action y"}));
  EXPECT_EQ(links("<form action-xhrs=x><div action-xhr=y>"), lines{});
}

TEST(in_html, attributes_of_end_tags_are_ignored) {
  EXPECT_EQ(links("</p title=\"<a href='n'>\"><a href=\"y\">"), (lines{"a@href y"}));
  EXPECT_EQ(links("</p <a href=n><a href=\"y\">"), (lines{"a@href y"}));
  EXPECT_EQ(links("</ <a href=n><a href=\"y\">"), (lines{"a@href y"}));
  EXPECT_EQ(links("</p" + std::string(200, ' ') + "'<a href=n>'><a href=\"y\">"), (lines{"a@href y"}));
}

TEST(in_html, values_are_decoded_and_cleaned) {
  EXPECT_EQ(links("<a href=\" /a?b=1&amp;c&sectionId=2\n\">"), (lines{"a@href /a?b=1&c&sectionId=2"}));
  EXPECT_EQ(links("<a href=\"a\tb\r\nc d\">"), (lines{"a@href abc d"}));
  EXPECT_EQ(links("<a href=\"&#32;a&#10;b&#x20;\">"), (lines{"a@href ab"}));
  EXPECT_EQ(links(std::string_view("<a href=\"a\0b\">", 15)), (lines{"a@href a\xEF\xBF\xBD"
                                                                     "b"}));
}

TEST(in_html, comments_and_raw_text_hold_no_links) {
  EXPECT_EQ(links("<!-- <a href=n> --><!--><a href=\"x\"><!-- <a href=n>"), (lines{"a@href x"}));
  EXPECT_EQ(links("<script><a href=n></script><a href=\"x\">"), (lines{"a@href x"}));
  EXPECT_EQ(links("<title><a href=n></title><textarea><a href=n></textarea><a href=\"x\">"),
            (lines{"a@href x"}));
  EXPECT_EQ(links("<xmp><a href=n></xmp><iframe><a href=n></iframe><noembed><a href=n></noembed>"
                  "<style><a href=n></style><a href=\"x\">"),
            (lines{"a@href x"}));
  EXPECT_EQ(links("<plaintext><a href=n></plaintext><a href=\"n\">"), lines{});
}

TEST(in_html, noscript_and_template_are_markup) {
  EXPECT_EQ(links("<noscript><img src=\"x\"></noscript><template><a href=\"y\"></a></template>"),
            (lines{"img@src x", "a@href y"}));
}

// HTML 4.01 section 16.4.1: user agents without frames show the content.
TEST(in_html, noframes_is_markup) {
  EXPECT_EQ(links("<frameset><frame src=\"/f\"></frameset><noframes><body><a href=\"x\">x</a>"
                  "<!-- <a href=n> --></noframes><a href=\"y\">"),
            (lines{"frame@src /f", "a@href x", "a@href y"}));
}

TEST(in_html, the_first_base_with_an_href_counts) {
  EXPECT_EQ(links("<a href=\"x\"><base target=t><base href=\" /b/ \"><base href=\"/n/\">"),
            (lines{"base /b/", "a@href x"}));
  EXPECT_EQ(links("<svg><base href=\"/n/\"/></svg>"), (lines{"svg:base@href /n/"}));
}

TEST(in_html, lists_of_urls) {
  EXPECT_EQ(links("<img src=\"s\" srcset=\"a 1x, b&amp;c 2x\">"),
            (lines{"img@src s", "img@srcset a", "img@srcset b&c"}));
  EXPECT_EQ(links("<a ping=\"p q\" href=\"x\">"), (lines{"a@ping p", "a@ping q", "a@href x"}));
  EXPECT_EQ(links("<applet archive=\"a, b\" code=c></applet>"),
            (lines{"applet@archive a", "applet@archive b", "applet@code c"}));
}

TEST(in_html, values_are_refanged_on_request) {
  text_search refang;
  refang.refang = true;
  document doc;
  doc.body =
      "<a href='hxxp://a[.]e.org/x'><a href='r?u=hxxp://b[.]e.org'><a class=x href=http://c[.]e.org/><a "
      "href=d>";
  doc.type = media::html;
  for (const reading speed : {reading::fast, reading::exact}) {
    html_finder finder(link_options{}, refang, speed);
    EXPECT_EQ(testing::links_in(finder, doc),
              (lines{"a@href hxxp://a[.]e.org/x", "a@href r?u=hxxp://b[.]e.org", "a@href http://c[.]e.org/",
                     "a@href d"}));
  }
}

TEST(in_html, lazy_backgrounds_hold_a_url_or_css) {
  link_options everything;
  everything.links = link_choice::everything;
  EXPECT_EQ(read("<i data-bg=\"url(http://e.org/a)\"><i data-background=' URL(&quot;b&quot;), url(c)'>"
                 "<i data-background-image=\"url('d')\"><i data-bg='url/e'>",
                 everything),
            (lines{"i@data-bg http://e.org/a", "i@data-background b", "i@data-background c",
                   "i@data-background-image d", "i@data-bg url/e"}));
}

TEST(in_html, meta) {
  EXPECT_EQ(links("<meta http-equiv=Refresh content=\"5; URL='x'\">"), (lines{"meta@refresh x"}));
  EXPECT_EQ(links("<meta content=x property=\"og:image\"><meta content=n property=\"og:title\">"),
            (lines{"meta@content x"}));
  EXPECT_EQ(links("<meta name=\"twitter:image\" content=\"x\">"), (lines{"meta@content x"}));
  EXPECT_EQ(links("<meta name=\"msapplication-TileImage\" content=\"x\">"), (lines{"meta@content x"}));
  for (const std::string name :
       {"config", "square70x70logo", "square150x150logo", "square310x310logo", "wide310x150logo"})
    EXPECT_EQ(links("<meta name=msapplication-" + name + " content='/x'>"), (lines{"meta@content /x"}))
        << name;
  EXPECT_EQ(links("<meta name=msapplication-config content=None>"), lines{});
  EXPECT_EQ(links("<meta itemprop=url content='http://e.org/a?b&amp;c'><meta content=' HTTPS://e.org/d\n'>"
                  "<meta property=article:author content='https://e.org/e'>"),
            (lines{"meta@content http://e.org/a?b&c", "meta@content HTTPS://e.org/d",
                   "meta@content https://e.org/e"}));
  EXPECT_EQ(links("<meta itemprop=image content='/a.png'><meta name=x content='http://e.org/ y'>"
                  "<meta name=x content='see http://e.org/'><meta name=x content='urn://a'>"
                  "<meta name=x content='http://'>"),
            lines{});
}

TEST(in_html, styles) {
  EXPECT_EQ(links("<p style=\"background: url('x')\"><style>@import \"y\"; a{b:url(z)}</style>"),
            (lines{"p@style x", "css y", "css z"}));
  EXPECT_EQ(links("<p style=\"background:url(&quot;x&quot;)\"><p style=\"width:1px\">"),
            (lines{"p@style x"}));
}

TEST(in_html, scripts_of_json) {
  EXPECT_EQ(links("<script type=\"application/ld+json; charset=utf-8\">{\"@id\":\"http:\\/\\/e.org\\/\","
                  "\"name\":\"a: b\"}</script>"),
            (lines{"script#text http://e.org/"}));
  EXPECT_EQ(links("<script type=\"text/javascript\">{\"a\":\"http://e.org\"}</script>"), lines{});
}

TEST(in_html, documents_inside) {
  EXPECT_EQ(links("<iframe srcdoc=\"<base href='n'>&lt;a href=x&gt;<a href='y'>\"></iframe>"),
            (lines{"a@href x", "a@href y"}));
  EXPECT_EQ(links("<!--[if lt IE 9]><script src=\"x\"></script><![endif]--><a href=\"y\">"),
            (lines{"script@src x", "a@href y"}));
  EXPECT_EQ(links("<!--[if !IE]><!--><a href=\"y\"><!--<![endif]-->"), (lines{"a@href y"}));
  link_options without;
  without.conditional_comments = false;
  EXPECT_EQ(read("<!--[if IE]><a href=\"x\"><![endif]-->", without), lines{});
}

TEST(in_html, svg_and_mathml) {
  EXPECT_EQ(
      links("<svg><title/><a xlink:href=\"x\"/><image href=\"y\"/><script><a href=\"z\"/></script></svg>"
            "<title><a href=n></title>"),
      (lines{"svg:a@xlink:href x", "svg:image@href y", "svg:a@href z"}));
  EXPECT_EQ(links("<svg><style>a{b:url(x)}</style><style><![CDATA[a{b:url(y)}]]></style></svg>"),
            (lines{"css x", "css y"}));
  EXPECT_EQ(links("<svg><![CDATA[<a href=n>]]></svg><![CDATA[<a href=n>]]>"), lines{});
  EXPECT_EQ(links("<svg><p><title><a href=n></title>"), lines{});
  EXPECT_EQ(
      links(
          "<svg><foreignObject><title><a href=n></title></foreignObject><title><a href=\"y\"></title></svg>"),
      (lines{"a@href y"}));
  EXPECT_EQ(links("<math><mi href=\"x\">y</mi></math>"), (lines{"math:mi@href x"}));
  EXPECT_EQ(links("<image src=\"x\"><svg><image src=\"n\"/></svg>"), (lines{"img@src x"}));
  EXPECT_EQ(links("<div><svg></div><title><a href=n></title>"), lines{});
}

TEST(in_html, xhtml_closes_elements_at_once) {
  EXPECT_EQ(read("<script src=\"x\"/><a href=\"y\"/><![CDATA[<a href=n>]]><title/><a href=\"z\"/>", {},
                 media::xhtml),
            (lines{"script@src x", "a@href y", "a@href z"}));
  EXPECT_EQ(links("<script src=\"x\"/><a href=n></script>"), (lines{"script@src x"}));
}

TEST(in_html, which_links) {
  const std::string_view html =
      "<a href=\"a\"><img src=\"i\"><link rel=\"icon\" href=\"l\"><link href=\"c\" rel=canonical><p "
      "itemtype=\"t\" "
      "data-href=\"d\" data-src=\"s\"><link rel=shortlink href=\"m\">";
  link_options options;
  options.links = link_choice::navigation;
  EXPECT_EQ(read(html, options), (lines{"a@href a", "link@href c", "link@href m"}));
  options.links = link_choice::resources;
  EXPECT_EQ(read(html, options), (lines{"img@src i", "link@href l", "p@data-src s"}));
  options.links = link_choice::all;
  EXPECT_EQ(read(html, options),
            (lines{"a@href a", "img@src i", "link@href l", "link@href c", "p@data-src s", "link@href m"}));
  options.links = link_choice::everything;
  EXPECT_EQ(read(html, options), (lines{"a@href a", "img@src i", "link@href l", "link@href c", "p@itemtype t",
                                        "p@data-href d", "p@data-src s", "link@href m"}));
  options = {};
  options.drop_nofollow = true;
  EXPECT_EQ(read("<a rel=\"x NoFollow\" href=\"n\"><a href=\"y\"><img rel=nofollow src=\"z\">", options),
            (lines{"a@href y", "img@src z"}));
}

// robots meta tags apply to all followed links of the page, before and after the <meta>.
TEST(in_html, a_page_may_say_nofollow) {
  link_options options;
  options.drop_nofollow = true;
  const std::string_view before = "<a href=a><img src=i><link rel=next href=n>";
  const std::string_view behind = "<form action=f></form><script src=s></script>";
  const auto page = [&](std::string_view meta, const link_options& chosen) {
    return read(std::string(before).append(meta).append(behind), chosen);
  };
  const lines all{"a@href a", "img@src i", "link@href n", "form@action f", "script@src s"};
  const lines loaded{"img@src i", "script@src s"};
  for (const char* const meta :
       {"<meta name=robots content=nofollow>", "<META NAME=' Robots ' CONTENT='NoIndex,NOFOLLOW'>",
        "<meta content='noindex nofollow' name=robots>", "<meta name=robots content='none'>"}) {
    EXPECT_EQ(page(meta, options), loaded) << meta;
    EXPECT_EQ(page(meta, {}), all) << meta;
  }
  for (const char* const meta :
       {"<meta name=googlebot content=nofollow>", "<meta name=robots content='noindex, follow'>",
        "<svg><g name=robots content=nofollow></svg>", "<!-- <meta name=robots content=none> -->"})
    EXPECT_EQ(page(meta, options), all) << meta;
  EXPECT_EQ(read("<iframe srcdoc='<a href=x><meta name=robots content=none>'></iframe><a href=y>", options),
            (lines{"a@href y"}));
  EXPECT_EQ(read("<iframe srcdoc='<a href=x><img src=z>'></iframe><meta name=robots content=none>", options),
            (lines{"img@src z"}));
  options.note_context = true;
  html_finder finder(options);
  document doc;
  doc.body = "<a href=a>x</a><img src=i rel=y><meta name=robots content=nofollow><area href=b>";
  doc.type = media::html;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_EQ(testing::lines_of(found), (lines{"img@src i"}));
  ASSERT_EQ(found.contexts.size(), 1U);
  EXPECT_EQ(found.contexts[0].rel, "y");
}

// HTML standard sections 13.2.6.5 and 13.2.6.4.7: an end tag without an open element leaves foreign content
// open.
TEST(in_html, stray_end_tags_in_foreign_content) {
  for (const char* const stray :
       {"</mtext>", "</div>", "</td>", "</body>", "</html>", "</a>", "</form>", "</x>"})
    EXPECT_EQ(links(std::string("<svg>") + stray + "<script><a href=x></script>"), (lines{"svg:a@href x"}))
        << stray;
  EXPECT_EQ(links("<div><svg></div><script><a href=x></script>"), lines{}) << "closed with what is around it";
  EXPECT_EQ(links("<a><svg><g></a><script><a href=x></script>"), lines{});
  EXPECT_EQ(links("<td><svg></td><image href=x>"), (lines{"svg:image@href x"})) << "no table, no cell";
  EXPECT_EQ(links("<table><tr><td><svg><desc></td><image href=x src=y>"), (lines{"img@href x", "img@src y"}));
  EXPECT_EQ(links("<svg><desc><div></desc><image src=x></div></desc><image href=y>"),
            (lines{"img@src x", "svg:image@href y"}));
  EXPECT_EQ(links("<svg><desc><![CDATA[<a href=x>]]></desc></svg><![CDATA[<a href=y>"), lines{});
  EXPECT_EQ(links("<svg></p><image src=x>"), (lines{"img@src x"}));
}

TEST(in_html, vector_markup) {
  EXPECT_EQ(links("<!--[if mso]><v:roundrect href=\"http://a.example/b\" style=\"x\"><v:fill src='f.png'/>"
                  "<o:p href=o src=n></v:roundrect><![endif]-->"),
            (lines{"v:roundrect@href http://a.example/b", "v:fill@src f.png", "o:p@href o"}));
  EXPECT_EQ(links("<V:RECT HREF=x data-src=\"y\"></V:RECT><video src=\"v\"><w:x href=n src=n><vz src=\"n\">"),
            (lines{"v:rect@href x", "v:rect@data-src y", "video@src v"}));
  EXPECT_EQ(
      links("<!--[if gte vml 1]><v:imagedata src=\"cid:a@b\" o:href=\"http://a.example/c\"/><![endif]-->"
            "<V:FILL O:HREF=d /><o:left v:ext=e o:href=f /><p o:href=n>"),
      (lines{"v:imagedata@src cid:a@b", "v:imagedata@o:href http://a.example/c", "v:fill@o:href d",
             "o:left@o:href f"}));
}

// Values in URL attributes that are not URLs.
TEST(in_html, no_urls) {
  const auto counted_in = [](std::string_view html) {
    html_finder finder(link_options{});
    document doc;
    doc.body = html;
    doc.type = media::html;
    findings found;
    stats counted;
    finder.find(doc, found, counted);
    EXPECT_TRUE(found.references.empty()) << html;
    return std::pair(counted.rejected[static_cast<std::size_t>(rejection::no_url)],
                     counted.rejected[static_cast<std::size_t>(rejection::url_template)]);
  };
  using counts = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(counted_in("<img src=\"background-image:url(a.png)\"><img src='Background: URL(x'>"),
            counts(2, 0));
  EXPECT_EQ(counted_in("<img src=\"background-image:url/(a.png)\">"), counts(1, 0));
  EXPECT_EQ(counted_in("<a href=\"${url}\"></a><img src='${ $value.image }/x'>"), counts(0, 2));
  EXPECT_EQ(
      links("<a href=\"background.html\"><a href=\"background:x\"><a href=\"$x\"><a href=\"b?x=${y}\">"),
      (lines{"a@href background.html", "a@href background:x", "a@href $x", "a@href b?x=${y}"}));
}

TEST(in_html, positions_point_to_values) {
  const std::string html =
      "<a href=\" x\"><img srcset=\"y 1x, z 2x\"><a href=\"&amp;\"><p style=\"a:url(u)\">";
  html_finder finder(link_options{});
  document doc;
  doc.body = html;
  doc.type = media::html;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  ASSERT_EQ(found.references.size(), 5U);
  for (const char* const value : {"x\"", "y 1", "z 2", "&amp;", "u)"}) {
    const std::size_t i = static_cast<std::size_t>(
        std::find_if(found.references.begin(), found.references.end(),
                     [&](const reference& r) { return r.position == html.find(value); }) -
        found.references.begin());
    EXPECT_LT(i, 5U) << value;
  }
  EXPECT_EQ(found.references[0].raw.data(), html.data() + html.find("x\"")) << "points into the body";
}

TEST(in_html, an_empty_value_may_mean_the_base) {
  html_finder finder(link_options{});
  document doc;
  doc.body = "<form action=\"\"><img src=\"\"><button formaction=\"\"><a href=\"\"><script src=\"\">";
  doc.type = media::html;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  ASSERT_EQ(found.references.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(found.references[i].empty_is_base, i < 3) << i;
}

// A document for each row of the table, generated from the row.
TEST(in_html, every_row_of_the_table) {
  link_options options;
  options.links = link_choice::everything;
  for (const link_row& row : all_link_rows()) {
    const bool any = row.element == html_element::unknown;
    const bool prefixed = row.element == html_element::vml || row.element == html_element::office;
    const std::string name = any        ? "thing"
                             : prefixed ? std::string(name_of(row.element).substr(0, 2)) + "thing"
                                        : std::string(name_of(row.element));
    const std::string attribute(name_of(row.attribute));
    std::string value = "http://e.org/x";
    std::string others;
    lines expected;
    const std::string space = row.space == markup_space::svg    ? "svg:"
                              : row.space == markup_space::math ? "math:"
                                                                : "";
    const std::string where = space + name + "@" + attribute + " ";
    switch (row.kind) {
      case link_kind::url:
      case link_kind::url_or_css:
        expected = {where + value};
        break;
      case link_kind::urls:
        expected = {where + value, where + "y"};
        value += " y";
        break;
      case link_kind::urls_comma:
        expected = {where + value, where + "y"};
        value += ",y";
        break;
      case link_kind::srcset:
        expected = {where + value, where + "y"};
        value += " 1x, y 2x";
        break;
      case link_kind::css:
        expected = {where + value};
        value = "a:url(" + value + ")";
        break;
      case link_kind::meta_refresh:
        expected = {"meta@refresh " + value};
        value = "1;" + value;
        others = " http-equiv=\"refresh\"";
        break;
      case link_kind::meta_property:
        expected = {"meta@content " + value};
        others = " property=\"og:url\"";
        break;
      case link_kind::reference_param:
        expected = {where + value};
        others = " valuetype=\"ref\"";
        break;
      case link_kind::base:
        expected = {"base " + value};
        break;
      case link_kind::fragment:
        break;
      case link_kind::html:
        expected = {"a@href y"};
        value = "<a href=y>";
        break;
      case link_kind::absolute_only:
        expected = {where + value};
        value = "word " + value;
        break;
    }
    const std::string tag = "<" + name + others + " " + attribute + "=\"" + value + "\">";
    const std::string root = row.space == markup_space::svg    ? "<svg>"
                             : row.space == markup_space::math ? "<math>"
                                                               : "";
    EXPECT_EQ(read(root + tag, options), expected) << root << tag;
  }
}

std::string table_name(const link_row& row) {
  std::string name = row.space == markup_space::svg ? "svg:" : row.space == markup_space::math ? "math:" : "";
  name += row.element == html_element::unknown ? std::string_view("*") : name_of(row.element);
  return name + " " + std::string(name_of(row.attribute));
}

// The table equals the reference table row by row; entries that are not attributes have their own tests.
TEST(in_html, the_table_is_complete) {
  URLSIEVE_SHARED_OR_SKIP(file, "data/html-link-attributes.tsv");
  std::set<std::string> given;
  std::istringstream rows(testing::read_file(*file));
  for (std::string row; std::getline(rows, row);) {
    if (row.starts_with("# ") || row.starts_with("#\t")) continue;
    std::istringstream columns(row);
    std::string element;
    std::string attribute;
    columns >> element >> attribute;
    if (element.find('#') == std::string::npos && attribute.find('#') == std::string::npos &&
        element != "image")
      given.insert(element + " " + attribute);
  }
  std::set<std::string> ours;
  for (const link_row& row : all_link_rows())
    // VML, lazy backgrounds and forms of AMP are not in the reference table.
    if (row.element != html_element::vml && row.element != html_element::office &&
        row.attribute != link_attribute::action_xhr && row.attribute != link_attribute::data_bg &&
        row.attribute != link_attribute::data_background &&
        row.attribute != link_attribute::data_background_image)
      ours.insert(table_name(row));
  EXPECT_EQ(ours, given);
  EXPECT_GT(given.size(), 90U);
}

// tests/library/browser_pages_test.cpp compares such pages with browsers; this test covers the rest.
TEST(in_html, xhtml_holds_styles_scripts_and_lists_by_the_rules_of_xml) {
  const auto xhtml = [](std::string_view inside, const link_options& options = {}) {
    return read("<html xmlns='http://www.w3.org/1999/xhtml'>" + std::string(inside) + "</html>", options,
                media::xhtml);
  };
  EXPECT_EQ(
      xhtml("<style><![CDATA[a{b:url(x.png)}]]> c{d:url(&quot;y.png&quot;)}<!-- e{f:url(no)} --></style>"),
      (lines{"css x.png", "css y.png"}));
  EXPECT_EQ(xhtml("<style/><p>url(no)</p><p style='a:url(&quot;z&quot;)'/>"), (lines{"p@style z"}));
  EXPECT_EQ(xhtml("<img srcset='a.png 1x,\n b.png 2x'/><meta http-equiv='refresh' content='1;url=r'/>"),
            (lines{"img@srcset a.png", "img@srcset b.png", "meta@refresh r"}));
  EXPECT_EQ(xhtml("<iframe srcdoc='&lt;A HREF=in>'/>"), (lines{"a@href in"}));
  EXPECT_EQ(xhtml("<script type='application/ld+json'>{\"url\":<![CDATA[\"http://e.org/?a&b\"]]>}</script>"),
            (lines{"script#text http://e.org/?a&b"}));
  EXPECT_EQ(xhtml("<svg xmlns='http://www.w3.org/2000/svg'><style>@import 's.css';</style><script "
                  "href='s.js'/></svg>"),
            (lines{"css s.css", "svg:script@href s.js"}));
  EXPECT_EQ(xhtml("<v:rect xmlns:v='urn:schemas-microsoft-com:vml' href='b'/>"), (lines{"v:rect@href b"}));
  link_options text;
  text.text_links = true;
  EXPECT_EQ(
      xhtml("<style>http://no.example/</style>http://yes.example/ <script>http://no.example/</script>", text),
      (lines{"text http://yes.example/"}));
  EXPECT_EQ(
      read("<?xml-stylesheet href='s.css'?><html><base href='b/'/><a href='x'/></html>", {}, media::xhtml),
      (lines{"base b/", "xml-stylesheet@href s.css", "a@href x"}));
}

TEST(in_html, import_maps_and_speculation_rules_hold_relative_urls) {
  EXPECT_EQ(
      links(
          "<script type=importmap>{\"imports\":{\"a\":\"./a.js\",\"b\":\"bare\"},\"scopes\":{\"/s/\":{\"c\":"
          "\"http://e.org/c.js\"}}}</script>"),
      (lines{"script#text ./a.js", "script#text http://e.org/c.js"}));
  EXPECT_EQ(
      links("<script type=speculationrules>{\"prefetch\":[{\"source\":\"list\",\"urls\":[\"next\",\"/p?q\"],"
            "\"where\":{\"href_matches\":\"/*\"}}]}</script>"),
      (lines{"script#text next", "script#text /p?q"}));
}

}  // namespace in_html_test
}  // namespace urlsieve
