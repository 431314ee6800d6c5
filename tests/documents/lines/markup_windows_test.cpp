// Windows of markup: the windows join to the document, each window ends where a reader can begin, and their
// links are the links of the whole document.
#include "src/documents/lines/markup_windows.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/lines/whole_file.hpp"
#include "src/references/html/in_html.hpp"
#include "src/references/in_xml.hpp"
#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace markup_windows_test {

using testing::fed;
using testing::kept_slice;

constexpr markup_limits small{300, 1200};

fed cut(std::string_view page, media type = media::html, const markup_limits& limits = small) {
  const fed result = testing::same_in_every_way([&](const testing::way& how) {
    markup_window_splitter splitter(type, limits, "http://t.example/", "text/html");
    fed cut = feed(splitter, page, how);
    if (how.size <= 4096)
      EXPECT_LE(cut.most_held, std::max<std::size_t>(1024, limits.max_document) + 4096 + 1) << how;
    return cut;
  });
  for (const kept_slice& part : result.slices) {
    EXPECT_EQ(part.type, type);
    EXPECT_EQ(part.target, "http://t.example/");
    EXPECT_EQ(part.media_type, "text/html");
    EXPECT_EQ(part.continues, &part != &result.slices.front());
    EXPECT_EQ(page.substr(part.offset, part.bytes.size()), part.bytes);
  }
  return result;
}

std::string joined(const fed& result) {
  std::string all;
  for (const kept_slice& part : result.slices) all += part.bytes;
  return all;
}

// Returns "base where value rel text" of each link.
template <class Finder>
void find_in(std::string_view body, const kept_slice* window, media type, Finder& finder,
             std::vector<std::string>& lines) {
  document doc;
  doc.body = body;
  doc.type = type;
  if (window != nullptr) {
    doc.continues = window->continues;
    doc.head = window->head;
    doc.page_base = window->page_base;
  }
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  for (std::size_t i = 0; i < found.references.size(); ++i) {
    std::string line(found.embedded_base.value_or("-"));
    line.append(" ").append(found.references[i].where).append(" ").append(found.references[i].raw);
    if (i < found.contexts.size()) {
      line.append(" ").append(found.contexts[i].rel).append(" ").append(found.contexts[i].text);
    }
    lines.push_back(line);
  }
}

void expect_same_links(const std::string& page, media type, const markup_limits& limits = small) {
  link_options options;
  options.note_context = options.text_links = true;
  html_finder html(options, text_search{});
  xml_finder xml(options, text_search{});
  const auto find = [&](std::string_view body, const kept_slice* window, std::vector<std::string>& lines) {
    type == media::html ? find_in(body, window, type, html, lines) : find_in(body, window, type, xml, lines);
  };
  const fed result = cut(page, type, limits);
  EXPECT_EQ(joined(result), page);
  EXPECT_EQ(result.counted.total_damage(), 0U);
  std::vector<std::string> whole;
  std::vector<std::string> windows;
  find(page, nullptr, whole);
  for (const kept_slice& part : result.slices) find(part.bytes, &part, windows);
  EXPECT_EQ(windows, whole) << page;
}

std::string page_of(std::mt19937& random, std::size_t size) {
  static const std::vector<std::string> parts{
      "<a href=x>b</a>",
      "<p>text http://a.example/ more</p>",
      "<a href='>'>c <b>d</b></a>",
      "<br>",
      "<script>'<a href=n>'</script>",
      "<style>a{b:url(c)}</style>",
      "<!-- <a href=n> -->",
      "<!a>",
      "<svg><a xlink:href=s>t</a><style>u{v:url(w)}</style><title>x</title></svg>",
      "<title><a href=n></title>",
      "<svg><p>out</p>",
      "<math><mi><a href=m>n</a></mi></math>",
      "<textarea></p></textarea>",
      "words of a text ",
      "<table><td>d</table>",
      "<img src=i srcset='a 1x, b 2x'>",
      "&lt;p&gt;",
      "<p",
      "<",
      ">",
      "\"",
      "</",
      "<svg><![CDATA[<p>]]></svg>",
      "<a href=q rel=r>",
      "</a>",
      "</p>",
      "<iframe><p></iframe>"};
  std::string page;
  while (page.size() < size) page += parts[random() % parts.size()];
  return page;
}

TEST(markup_windows, hold_the_links_of_the_whole) {
  std::mt19937 random(11);
  for (int i = 0; i < 60; ++i)
    expect_same_links("<!DOCTYPE html><base href=/b>" +
                          page_of(random, 2000 + 100 * static_cast<std::size_t>(i)) +
                          "<p>end</p></a></svg></svg><p>",
                      media::html, {300, 1U << 20U});
}

TEST(markup_windows, know_a_base_of_no_bytes) {
  std::string page = "<base href=''>";
  while (page.size() < 1000) page += "<p><a href=x>b</a>";
  expect_same_links(page + "<base href=/late><a href=y>b</a>", media::html);
}

TEST(markup_windows, hold_the_links_of_a_feed) {
  std::string feed = "<?xml version='1.0'?><feed xml:base='http://b.example/'>";
  for (int i = 0; i < 200; ++i) {
    feed += "<entry><link href='l" + std::to_string(i) + "' rel='r'/><id>u:" + std::to_string(i) +
            "</id><content>&lt;a href='c'>d&lt;/a></content><title><![CDATA[t http://c.example/]]></title>"
            "<uri>http://d.example/</uri></entry>\n";
  }
  expect_same_links(feed + "</feed>", media::xml);
}

TEST(markup_windows, know_the_charset_of_their_document) {
  std::string page = "<meta charset=shift_jis>";
  while (page.size() < 3000) page += "<a href='\x83\x5C'>\x83\x5C</a> ";
  expect_same_links(page, media::html);
}

std::string filled(std::size_t size) {
  std::string page;
  while (page.size() < size) page += "<p><a href=x>b</a>";
  return page;
}

TEST(markup_windows, a_base_holds_for_what_follows) {
  const std::string late = filled(1000) + "<base href='?a&amp;b'>" + filled(2000);
  const fed result = cut(late);
  EXPECT_EQ(result.skipped("html:late-base"), 1U);
  bool behind = false;
  for (const kept_slice& part : result.slices) {
    EXPECT_EQ(part.page_base, behind ? "?a&amp;b" : "");
    behind = behind || part.bytes.find("<base") != std::string::npos;
  }
  EXPECT_TRUE(behind);
  EXPECT_EQ(cut("<base href=/x>" + filled(2000) + "<base href=/y>" + filled(900)).skipped("html:late-base"),
            0U);
  EXPECT_EQ(cut(filled(400) + "<base href=/x>").skipped("html:late-base"), 1U) << "in the last window";
  EXPECT_EQ(cut("<base href=/x>" + filled(400) + "<base href=/y>").skipped("html:late-base"), 0U);
  EXPECT_EQ(cut(filled(100) + "<base href=/x>").skipped("html:late-base"), 0U) << "in the only one";
  EXPECT_EQ(cut("<base href=/x>" + filled(2000)).slices.back().page_base, "/x");
  EXPECT_EQ(cut("<svg><base href=/x></svg><!--<base href=/x>-->" + filled(2000)).slices.back().page_base, "");
}

TEST(markup_windows, end_outside_of_anchors_and_pictures) {
  std::string page;
  for (int i = 0; i < 40; ++i)
    page +=
        "<p><a href=x>" + std::string(50, 'a') + "<b>b</b></a><svg><g>" + std::string(80, 'g') + "</g></svg>";
  for (const kept_slice& part : cut(page).slices)
    EXPECT_TRUE(part.bytes.ends_with("</a>") || part.bytes.ends_with("</svg>") ||
                part.bytes.ends_with("<p>"));
}

TEST(markup_windows, oversized_content_is_counted_and_skipped) {
  const std::string big(5000, 'x');
  const std::vector<std::string> all{
      "<!--" + big + "<a href=n>-->",
      "<!" + big + ">",
      "<img alt='" + big + ">' src=n title=\"<a href=n>\"  a=b/ c = d>",
      "<a" + big + " b=\"=" + big + "\"/>",
      "<svg><![CDATA[" + big + "<a href=n>]]></svg>",
  };
  for (const std::string& each : all) {
    const fed result = cut(filled(1000) + each + filled(1000));
    EXPECT_EQ(result.damaged(damage::too_large), 1U) << each.substr(0, 20);
    EXPECT_EQ(result.counted.total_damage(), 1U);
    EXPECT_TRUE(joined(result).starts_with(filled(1000))) << each.substr(0, 20);
    EXPECT_TRUE(joined(result).ends_with(filled(1000))) << each.substr(0, 20);
    EXPECT_LT(joined(result).size(), 2100U) << each.substr(0, 20);
  }
}

TEST(markup_windows, the_start_tag_of_a_large_script_is_read) {
  const std::string script = "<script src=s>" + std::string(5000, 'x') + "</scrip>";
  const fed result = cut(filled(1000) + script + "</script>" + filled(1000));
  EXPECT_EQ(result.damaged(damage::too_large), 1U);
  EXPECT_EQ(joined(result), filled(1000) + "<script src=s></script>" + filled(1000));
}

TEST(markup_windows, text_without_tags_ends_at_white_space) {
  std::string words;
  while (words.size() < 5000) words += "word http://w.example/ ";
  const fed result = cut(words);
  EXPECT_EQ(joined(result), words);
  for (const kept_slice& part : result.slices) EXPECT_EQ(part.bytes.back(), ' ');
  EXPECT_EQ(joined(cut(std::string(5000, 'x'))), std::string(5000, 'x'));
}

TEST(markup_windows, a_picture_larger_than_a_window_is_cut_behind_a_tag) {
  std::string page = filled(400) + "<svg>";
  while (page.size() < 6000) page += "<a href=s>t</a>";
  const fed result = cut(page + "</svg>" + filled(500));
  EXPECT_EQ(result.counted.total_damage(), 0U);
  for (const kept_slice& part : result.slices) EXPECT_EQ(part.bytes.back(), '>');
}

TEST(markup_windows, pages_in_wide_characters_are_too_large) {
  std::string page("\xFF\xFE");
  while (page.size() < 5000) page += std::string("<\0p\0>\0", 6);
  for (const std::string_view each : {std::string_view(page), std::string_view(page).substr(2)}) {
    const fed result = cut(each);
    EXPECT_TRUE(result.slices.empty());
    EXPECT_EQ(result.damaged(damage::too_large), 1U);
  }
}

TEST(markup_windows, divide_a_large_file) {
  input_options options;
  options.max_document = 3000;
  const std::string page = filled(20'000);
  for (const testing::way& how : testing::ways) {
    whole_file_splitter splitter(media::html, options);
    const fed result = feed(splitter, page, how);
    EXPECT_EQ(joined(result), page);
    EXPECT_GT(result.slices.size(), 5U);
    EXPECT_EQ(result.counted.total_damage(), 0U);
    EXPECT_LE(result.most_held, 3000U + 4096U + 1);
  }
}

}  // namespace markup_windows_test
}  // namespace urlsieve
