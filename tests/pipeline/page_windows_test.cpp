// Links of a large page, window by window, equal the links of the whole page.
#include "src/pipeline/page_windows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "src/references/html/in_html.hpp"
#include "src/references/in_xml.hpp"
#include "tests/sanitized.hpp"

namespace urlsieve {
namespace page_windows_test {

constexpr std::size_t size = std::size_t{9} << 19U;

// A snippet may open constructs that later snippets close.
const std::vector<std::string> snippets{
    "<a href=a>one",
    "</a>",
    "<a href='b?x=1&amp;y=2' rel=nofollow>two <b>bold</b></a>",
    "<a href=/c><img src=i.png alt='a picture'></a>",
    "<p>text http://example.com/in/te<wbr>xt and more</p>",
    "<img srcset='s1.png 1x, s2.png 2x'>",
    "<svg><a xlink:href=svg.html>",
    "</a></svg>",
    "<style>p { background: url(style.png) }</style>",
    "<script>var x = '<a href=no>';</script>",
    "<!-- <a href=no> -->",
    "<!--[if IE]><a href=ie>ie</a><![endif]-->",
    "<iframe srcdoc='&lt;a href=inner&gt;x&lt;/a&gt;' src=frame.html></iframe>",
    "<div>",
    "</div>",
    "<textarea><a href=no></textarea>",
    "<a href=\"\xE4?q=\xE4\">latin</a>",
    "<a href=\xC3\xA4?q=\xC3\xA4>utf</a>",
    "&lt;a href=no&gt; words http://example.org/x",
    "<form action=''><input></form>",
    "<plain text",
    ">\n",
    "<link rel=stylesheet href=style.css>",
    "<area href=area>",
    "<math><mi href=m>x</mi></math>"};

struct page {
  std::string late;  // placed in the last tenth
  std::string early;
  std::string charset;
};

std::string made_up(std::mt19937& random, const page& kind) {
  std::string text = "<!doctype html><title>t</title>" + kind.early + std::string(1100, ' ');
  bool is_late = false;
  while (text.size() < size) {
    text += snippets[random() % snippets.size()];
    if (is_late || text.size() < size / 10 * 9) continue;
    is_late = true;
    text += "</svg></textarea></div>" + kind.late;
  }
  return text;
}

using rows = std::vector<std::string>;

void add_rows(const findings& found, rows& all) {
  for (std::size_t i = 0; i < found.references.size(); ++i) {
    const reference& link = found.references[i];
    std::string row(link.raw);
    row.append("|").append(link.where).append(link.empty_is_base ? "|empty" : "|");
    row.append(found.query_encoding.kind == encoding_kind::single_byte ? "|single|" : "||");
    if (i < found.contexts.size())
      row.append(found.contexts[i].rel).append("|").append(found.contexts[i].text);
    row.append("|").append(found.embedded_base.value_or("none"));
    row.append("|").append(found.canonical.value_or("none"));
    all.push_back(row);
  }
}

rows at_once(const document& doc, const link_options& options, stats& counted) {
  html_finder finder(options);
  findings found;
  rows all;
  finder.find(doc, found, counted);
  add_rows(found, all);
  return all;
}

rows by_windows(const document& doc, const link_options& options, stats& counted) {
  EXPECT_TRUE(page_windows::needs_windows(doc));
  const page_windows windows(doc);
  EXPECT_GT(windows.all().size(), 2U);
  html_finder finder(options);
  const html_finder::page_facts facts = finder.survey(windows.all());
  findings found;
  rows all;
  EXPECT_FALSE(facts.in_one_piece);
  for (std::size_t i = 0; i < windows.all().size(); ++i) {
    found.clear();
    finder.find(windows.all(), i, facts, found, counted);
    add_rows(found, all);
  }
  return all;
}

TEST(page_windows, of_html_equal_the_page) {
  std::mt19937 random(3);
  const std::vector<page> pages{
      {},
      {"<base href=http://late/ ><a href=x>", "", ""},
      {"<base href=http://late/ >", "<base href='http://early/'>", "utf-8"},
      {"<meta charset=windows-1252>", "", ""},
      {"<meta charset=iso-8859-5>", "<meta charset=utf-8>", ""},
      {"<meta name=robots content=nofollow>", "", "no-such-charset"},
      {"<link rel=canonical href=http://late/c>", "", ""},
  };
  int number = 0;
  for (const page& kind : pages) {
    ++number;
    const std::string text = made_up(random, kind);
    document doc;
    doc.body = text;
    doc.type = media::html;
    doc.charset = kind.charset;
    for (const int choice : {number % 4, (number + 2) % 4}) {
      if (testing::sanitized && choice != number % 4) continue;
      link_options options;
      options.note_canonical = true;
      options.note_context = choice == 1;
      options.text_links = choice == 2;
      options.drop_nofollow = choice == 3;
      options.conditional_comments = choice != 0;
      stats whole;
      stats parts;
      const rows expected = at_once(doc, options, whole);
      const rows found = by_windows(doc, options, parts);
      for (std::size_t i = 0; i < std::min(expected.size(), found.size()); ++i)
        ASSERT_EQ(found[i], expected[i])
            << i << " of " << expected.size() << " " << kind.late << " " << choice;
      ASSERT_EQ(found.size(), expected.size()) << kind.late << " " << choice;
      EXPECT_EQ(parts.rejected, whole.rejected);
      EXPECT_EQ(parts.total_damage(), whole.total_damage());
    }
  }
}

TEST(page_windows, end_between_anchors_that_are_never_closed) {
  std::string text;
  while (text.size() < size) text += "<a href=a>";
  document doc;
  doc.body = text;
  doc.type = media::html;
  const page_windows windows(doc);
  EXPECT_GT(windows.all().size(), 2U);
  std::size_t covered = 0;
  for (const document& window : windows.all()) {
    EXPECT_EQ(window.body.data(), text.data() + covered);
    EXPECT_LE(window.body.size(), std::size_t{2} << 20U);
    covered += window.body.size();
  }
  EXPECT_EQ(covered, text.size());
}

TEST(page_windows, of_xml_equal_the_document) {
  std::string text = "<?xml version='1.0'?><urlset xml:base='http://root/'>";
  for (int i = 0; text.size() < size; ++i)
    text +=
        "<url><loc>http://h/" + std::to_string(i) + "</loc><!-- <loc> --></url><x:link href='l?a&amp;b'/>";
  text += "</urlset>";
  document doc;
  doc.body = text;
  doc.type = media::xml;
  const page_windows windows(doc);
  ASSERT_GT(windows.all().size(), 1U);
  xml_finder finder{link_options()};
  findings found;
  stats counted;
  rows expected;
  finder.find(doc, found, counted);
  add_rows(found, expected);
  rows parts;
  for (const document& window : windows.all()) {
    found.clear();
    finder.find(window, found, counted);
    add_rows(found, parts);
  }
  EXPECT_EQ(parts, expected);
}

TEST(page_windows, keep_utf16_whole) {
  std::string text = "\xFF\xFE";
  while (text.size() < size) text += std::string("<\0a\0 \0h\0r\0e\0f\0=\0a\0>\0", 18);
  document doc;
  doc.body = text;
  doc.type = media::html;
  const page_windows windows(doc);
  ASSERT_EQ(windows.all().size(), 1U);
  EXPECT_EQ(windows.all().front().body.size(), text.size());
}

}  // namespace page_windows_test
}  // namespace urlsieve
