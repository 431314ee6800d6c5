// The encoding of a document; links are UTF-8 in any encoding.
#include "src/references/html/html_charset.hpp"

#include <gtest/gtest.h>

#include <string>

#include "src/references/html/in_html.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace html_charset_test {

using testing::lines;

lines links(std::string_view html, std::string_view charset = {}) {
  html_finder finder(link_options{});
  document doc;
  doc.body = html;
  doc.type = media::html;
  doc.charset = charset;
  return testing::links_in(finder, doc);
}

std::string prescanned(std::string_view html) {
  return std::string(prescan_html(html).name);
}

// HTML standard section 13.2.3.2.
TEST(html_charset_prescan, finds_the_meta_elements_encoding) {
  const std::string latin(find_encoding("iso-8859-1").name);
  EXPECT_EQ(prescanned("<meta charset=iso-8859-1>"), latin);
  EXPECT_EQ(prescanned("<META CHARSET = ' Latin1 '>"), latin);
  EXPECT_EQ(prescanned("<meta http-equiv=Content-Type content=\"text/html; charset='iso-8859-1'\">"), latin);
  EXPECT_EQ(prescanned("<meta content=\"text/html;charset=iso-8859-1;x\" http-equiv=content-type>"), latin);
  EXPECT_EQ(prescanned("<meta content=\"text/html;charset=iso-8859-1\">"), "");
  EXPECT_EQ(prescanned("<!-- <meta charset=utf-8> --><a title='<meta charset=utf-8>'><meta charset=latin1>"),
            latin);
  EXPECT_EQ(prescanned("<meta charset=utf-16le>"), find_encoding("utf-8").name);
  EXPECT_EQ(prescanned("<meta charset=nonsense><meta charset=latin1>"), latin);
  EXPECT_EQ(prescanned(std::string(1020, ' ') + "<meta charset=latin1>"), "");
}

TEST(html_charset, the_transport_is_believed_before_the_document) {
  const std::string_view html = "<meta charset=iso-8859-2><a href=\"\xB1\">";
  EXPECT_EQ(links(html), (lines{"a@href \xC4\x85"}));
  EXPECT_EQ(links(html, "windows-1252"), (lines{"a@href \xC2\xB1"}));
  EXPECT_EQ(links("\xEF\xBB\xBF<meta charset=latin1><a href=\"\xC3\xA9\">", "latin1"),
            (lines{"a@href \xC3\xA9"}));
}

// HTML standard section 13.2.3.5, "changing the encoding while parsing".
TEST(html_charset, a_late_meta_counts_for_the_whole_page) {
  const std::string far(2000, ' ');
  const std::string before = "<a href=\"\xB1\">" + far;
  const std::string behind = "<a href=\"\xE6\">";
  const auto page = [&](std::string_view meta) { return before + std::string(meta) + behind; };
  const lines polish{"a@href \xC4\x85", "a@href \xC4\x87"};
  const lines latin{"a@href \xC2\xB1", "a@href \xC3\xA6"};
  EXPECT_EQ(links(page("<meta charset=iso-8859-2>")), polish);
  EXPECT_EQ(links(page("<meta http-equiv=content-type content='text/html; charset=latin2'>")), polish);
  EXPECT_EQ(links(page("<meta charset=iso-8859-2><meta charset=koi8-r>")), polish) << "the first one";
  EXPECT_EQ(links(page("<meta charset=nonsense><meta charset=iso-8859-2>")), polish);
  EXPECT_EQ(links(page("<noscript><meta charset=iso-8859-2></noscript>")), polish);
  EXPECT_EQ(links("<script>'<meta charset=koi8-r>'</script>" + page("<meta charset=iso-8859-2>")), polish)
      << "what the prescan took for a <meta> is none";
  EXPECT_EQ(links(page("<meta charset=iso-8859-2>"), "latin1"), latin) << "the transport is certain";
  for (const char* const none :
       {"<!-- <meta charset=latin2> -->", "<script>'<meta charset=latin2>'</script>",
        "<svg><title><x></title><x charset=latin2></svg>", "<textarea><meta charset=latin2></textarea>"})
    EXPECT_EQ(links(page(none)), latin) << none;
  EXPECT_EQ(links("<a href=\"\x83\x5E\">" + far + "<meta charset=shift_jis>"),
            (lines{"a@href \xE3\x82\xBF"}));
  EXPECT_EQ(links("<meta charset=latin1>" + page("<meta charset=latin2>")), latin) << "the first one";
}

TEST(html_charset, counts_before_a_late_meta_only_once) {
  html_finder finder(link_options{});
  document doc;
  const std::string page = "<base href='/b'><a href=\"${x}\"><a href=\"\xB1\">" + std::string(2000, ' ') +
                           "<meta charset=iso-8859-2><a href=y>";
  doc.body = page;
  doc.type = media::html;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_EQ(testing::lines_of(found), (lines{"base /b", "a@href \xC4\x85", "a@href y"}));
  EXPECT_EQ(counted.rejected[static_cast<std::size_t>(rejection::url_template)], 1U);
  EXPECT_EQ(found.query_encoding, find_encoding("iso-8859-2"));
}

// HTML standard section 13.2.3.2: "get an XML encoding", if the prescan found no encoding.
TEST(html_charset, an_xml_declaration_counts_last) {
  const std::string declared = "<?xml version='1.0' encoding=\"iso-8859-2\"?>";
  EXPECT_EQ(links(declared + "<a href=\"\xB1\">"), (lines{"a@href \xC4\x85"}));
  EXPECT_EQ(links(declared + "<meta charset=latin1><a href=\"\xB1\">"), (lines{"a@href \xC2\xB1"}));
  EXPECT_EQ(links(declared + std::string(2000, ' ') + "<meta charset=latin1><a href=\"\xB1\">"),
            (lines{"a@href \xC2\xB1"}));
  EXPECT_EQ(links(declared + "<a href=\"\xB1\">", "latin1"), (lines{"a@href \xC2\xB1"}));
  EXPECT_EQ(links(" " + declared + "<a href=\"\xB1\">"), (lines{"a@href \xC2\xB1"})) << "not at the front";
  EXPECT_EQ(links("<?xml encoding='utf-16'?><a href=\"\xC3\xA9\">"), (lines{"a@href \xC3\xA9"}));
}

// Without a declared encoding, values are UTF-8 if valid, else windows-1252. If a late <meta> declares UTF-8,
// guessed values are ill-formed.
TEST(html_charset, a_late_utf_8_changes_only_guessed_values) {
  const std::string late = std::string(2000, ' ') + "<meta charset=utf-8>";
  EXPECT_EQ(links("<a href=\"\xC3\xA9\">" + late), (lines{"a@href \xC3\xA9"}));
  EXPECT_EQ(links("\xE9<a href=\"\xC3\xA9\">\xE9" + late), (lines{"a@href \xC3\xA9"}));
  EXPECT_EQ(links("<a href=\"\xE9\">" + late), (lines{"a@href \xEF\xBF\xBD"}));
  EXPECT_EQ(links(late + "<a href=\"\xE9\">"), (lines{"a@href \xEF\xBF\xBD"}));
  EXPECT_EQ(links("<a href=\"\xE9\">" + std::string(2000, ' ')), (lines{"a@href \xC3\xA9"}));
}

TEST(html_charset, single_bytes_are_converted_in_every_kind_of_value) {
  EXPECT_EQ(
      links("<a href=\"\xE9\"><a href='\xE9&amp;'><img srcset=\"\xE9 1x\"><p style=\"a:url(\xE9)\">"
            "<style>a{b:url(\xE9)}</style><iframe srcdoc=\"<a href='\xE9'>\"></iframe>"
            "<!--[if IE]><a href=\"\xE9\"><![endif]-->"
            "<script type=\"application/ld+json\">\"http://e.org/\xE9\"</script>",
            "latin1"),
      (lines{"a@href \xC3\xA9", "a@href \xC3\xA9&", "img@srcset \xC3\xA9", "p@style \xC3\xA9", "css \xC3\xA9",
             "a@href \xC3\xA9", "a@href \xC3\xA9", "script#text http://e.org/\xC3\xA9"}));
}

// The second byte of U+8868 in Shift_JIS is "\", of U+30BF "^"; in ISO-2022-JP every byte is ASCII.
TEST(html_charset, bytes_of_ascii_inside_characters) {
  EXPECT_EQ(links("<a title=\"\x95\x5C\" href=\"\x83\x5E\">", "shift_jis"), (lines{"a@href \xE3\x82\xBF"}));
  EXPECT_EQ(links("<a title=\"\x1B$B\x25\x22\x1B(B\" href=\"x\">", "iso-2022-jp"), (lines{"a@href x"}));
  EXPECT_EQ(links("<a href=\"\xB1\xED\">", "gbk"), (lines{"a@href \xE8\xA1\xA8"}));
}

TEST(html_charset, utf_16) {
  const std::string_view text = "<a href=\"x\">";
  std::string little = "\xFF\xFE";
  std::string big = "\xFE\xFF";
  for (const char c : text) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  EXPECT_EQ(links(little), (lines{"a@href x"}));
  EXPECT_EQ(links(big, "utf-8"), (lines{"a@href x"}));
  EXPECT_EQ(links(std::string_view(little).substr(2), "utf-16le"), (lines{"a@href x"}));
}

TEST(html_charset, an_unknown_name_is_counted) {
  html_finder finder(link_options{});
  document doc;
  doc.body = "<a href=\"x\">";
  doc.type = media::html;
  doc.charset = "nonsense";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_EQ(testing::lines_of(found), (lines{"a@href x"}));
  EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::unknown_charset)], 1U);
}

}  // namespace html_charset_test
}  // namespace urlsieve
