// Links delivered before a page ends equal the links of the whole page.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "src/references/html/in_html.hpp"

namespace urlsieve {
namespace early_page_test {

const std::vector<std::string> snippets{
    "<a href=a>one</a>",
    "<a href='b?x=1&amp;y=2' rel=nofollow>two <b>bold</b></a>",
    "<a href=\"c&#x64;\"><img src=i.png alt='a picture'></a>",
    "<a href='&#98ackground:url(x)'>",
    "<a href=\"${page}\">no</a>",
    "<a href=\"${page}\" title=\"" + std::string(300, '.') + "\" id=\"x\">",
    "<img srcset='s1.png 1x, s2.png 2x'>",
    "<svg><a xlink:href=svg.html></a><style>p{fill:url(in-svg)}</style>",
    "</svg>",
    "<style>p { background: url(style.png); color: url(\\62 ) }</style>",
    "<p class=\"x\" style=\"background:url(s.png),url(t.png)\" title='>' id = y>",
    "<script>var x = '<a href=no>';</script>",
    "<script type=application/ld+json>{\"@id\":\"http:\\/\\/json.example\"}</script>",
    "<!-- <a href=no> -->",
    "<!--[if IE]><a href=ie&amp;>ie</a><base href=no><![endif]-->",
    "<iframe srcdoc='&lt;a href=inner&gt;x&lt;/a&gt;&lt;base href=no&gt;&lt;a href=b&amp;amp;c&gt;' src=f>",
    "<div><form action=''></form></div>",
    "<textarea><a href=no></textarea>",
    "<a href=\"\xE4?q=\xE4\">latin</a>",
    "<a href=\xC3\xA4?q=\xC3\xA4>utf</a>",
    "<link rel=stylesheet href=style.css>",
    "<x-y:z href=no><v:rect href=v&lt;>",
    "<meta http-equiv=refresh content='1; url=refresh'>"};

struct page {
  std::string early;
  std::string late;
  std::string charset;
};

const std::vector<page> pages{
    {},
    {"", "<base href='http://late/&amp;'>", ""},
    {"", "<BASE target=_top><base href=x><base href=y>", ""},
    {"<base href='http://early/&amp;'>", "<base href=http://late/>", "utf-8"},
    {"", "<script>'<base href=no>'</script>", ""},
    {"", "<meta charset=windows-1252>", ""},
    {"", "<meta charset=windows-1252><base href=\xE4/>", ""},
    {"<meta charset=utf-8>", "<meta charset=iso-8859-5>", ""},
    {"", "<meta charset=utf-8>", ""},
    {"", "<meta charset=shift_jis><base href=http://late/>", ""},
    {"", "<meta charset=shift_jis>", "no-such-charset"},
    {"", "<meta charset=shift_jis>", "utf-16le"},
    {"<link rel=canonical href='http://early/&amp;'>", "<link rel=canonical href=http://late/c>", ""},
    {"", "<base href=b><link rel=canonical href='http://late/c&amp;'>", ""},
};

std::string made_up(std::mt19937& random, const page& kind, std::size_t size) {
  // Longer than the 1024 bytes of the charset prescan.
  std::string text = "<!doctype html><title>t</title>" + kind.early;
  if (random() % 2 != 0) text += std::string(1100, ' ');
  const std::size_t late = size / 10 * (random() % 10);
  bool is_late = false;
  while (text.size() < size) {
    text += snippets[random() % snippets.size()];
    if (is_late || text.size() < late) continue;
    is_late = true;
    text += "</svg></textarea></div>" + kind.late;
  }
  return text;
}

using rows = std::vector<std::string>;

void add_rows(const findings& found, rows& all) {
  for (const reference& link : found.references) {
    std::string row(link.raw);
    row.append("|").append(link.where).append(link.empty_is_base ? "|empty|" : "|");
    row.append(std::to_string(link.position));
    row.append(found.query_encoding.kind == encoding_kind::single_byte ? "|single|" : "||");
    row.append(found.embedded_base.value_or("none"));
    all.push_back(row);
  }
  for (const rejected_reference& reference : found.refused)
    all.push_back(std::string("refused ").append(reference.found.raw).append(reference.found.where));
}

TEST(early_page, equals_the_whole_page) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    for (const page& kind : pages) {
      link_options options;
      options.note_canonical = random() % 2 != 0;
      options.conditional_comments = random() % 2 != 0;
      options.scripts = random() % 2 != 0;
      html_finder exact(options, reading::exact);
      html_finder finder(options);
      ASSERT_TRUE(finder.can_deliver_early());
      const std::string text = made_up(random, kind, 300 + random() % 20'000);
      document doc;
      doc.body = text;
      doc.type = media::html;
      doc.charset = kind.charset;
      findings whole;
      whole.note_refused = true;
      stats counted;
      exact.find(doc, whole, counted);
      rows expected;
      add_rows(whole, expected);
      findings found;
      found.note_refused = true;
      found.batch_size = 1 + random() % 20;
      stats counted_early;
      rows taken;
      const std::function<void()> take = [&] { add_rows(found, taken); };
      found.batch_consumer = &take;
      finder.find_early(doc, found, counted_early);
      add_rows(found, taken);
      std::sort(expected.begin(), expected.end());  // rejected values arrive with their batch
      std::sort(taken.begin(), taken.end());
      ASSERT_EQ(taken, expected) << kind.early << kind.late << text;
      EXPECT_EQ(found.embedded_base, whole.embedded_base) << kind.late;
      EXPECT_EQ(found.canonical, whole.canonical) << kind.late;
      EXPECT_EQ(counted_early.rejected, counted.rejected);
      EXPECT_EQ(counted_early.skipped, counted.skipped);
      EXPECT_EQ(counted_early.total_damage(), counted.total_damage());
    }
  }
}

struct memory_held {
  std::size_t taken = 0;
  std::size_t most = 0;
  std::size_t most_decoded = 0;
};

memory_held held_of(const std::string& text) {
  document doc;
  doc.body = text;
  doc.type = media::html;
  html_finder finder{link_options{}};
  findings found;
  stats counted;
  memory_held held;
  const std::function<void()> take = [&] {
    EXPECT_EQ(found.embedded_base, "http://b.example/");
    held.taken += found.references.size();
    held.most = std::max(held.most, found.references.size());
    held.most_decoded = std::max(held.most_decoded, found.decoded.used());
  };
  found.batch_consumer = &take;
  finder.find_early(doc, found, counted);
  take();
  return held;
}

TEST(early_page, holds_little) {
  constexpr std::size_t number = 300'000;
  const auto repeated = [](const char* before, const char* behind) {
    std::string all;
    for (std::size_t i = 0; i < number; ++i) all.append(before).append(std::to_string(i)).append(behind);
    return all;
  };
  const std::string base = "<base href=http://b.example/>";
  const std::string links = repeated("<a href=\"/x?&amp;", "\">");
  const std::string css = repeated("a{background:url(\\62", ")}");
  for (const std::string& text :
       {base + links, links + base, "<style>" + css + "</style>" + base,
        base + repeated("<a href=/&amp;", ">"), base + "<svg>" + repeated("<a xlink:href=\"&amp;", "\"/>"),
        base + "<svg><style>" + css}) {
    const memory_held held = held_of(text);
    EXPECT_EQ(held.taken, number) << text.substr(0, 100);
    EXPECT_LT(held.most, 50'000U) << text.substr(0, 100);
    EXPECT_LT(held.most_decoded, std::size_t{1} << 20U) << text.substr(0, 100);
  }
}

}  // namespace early_page_test
}  // namespace urlsieve
