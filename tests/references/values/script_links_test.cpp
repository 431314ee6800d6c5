#include "src/references/values/script_links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "src/references/html/in_html.hpp"
#include "src/references/in_script.hpp"
#include "src/references/in_xml.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace script_links_test {

using testing::lines;

bool is_link(std::string_view text) {
  return is_script_link(text, {});
}

TEST(script_links, absolute_urls) {
  for (const std::string_view url :
       {"https://a.example", "http://a.example/", "HTTPS://A.example:8443/b?c[]=d(e)#f",
        "http://localhost:3000/x", "http://192.0.2.1/x", "https://b\xC3\xBC.example/",
        "http://xn--bcher-kva.example/", "http://a.xn--p1ai/", "//cdn.a.example/x.js", "//a.example",
        "https://fonts.a.example/css?family=A:400,700|B", "//a.example/x?a=b|c&d=e|f#g"})
    EXPECT_TRUE(is_link(url)) << url;
  for (const std::string_view text : {"https://",
                                      "http://www.",
                                      "https://ssl",
                                      "http://%s/x",
                                      "https://a.example/{id}",
                                      "https://*.a.example",
                                      "http://a.example/ and more",
                                      "https://a.example/%",
                                      "http://.a.example",
                                      "http://a..example/",
                                      "http://a.example:x/",
                                      "http://u@a.example/",
                                      "ftp://a.example/",
                                      "javascript:void(0)",
                                      "mailto:a@b.example",
                                      "//main.js",
                                      "//comment",
                                      "//localhost/x",
                                      "//-->",
                                      "//192.0.2.1/x",
                                      "http://a.b4/",
                                      "https://a.example/x|360px",
                                      "https://a.example/x?a|b",
                                      "https://a.example/x?a=b#c|d",
                                      "https://a.example/..."})
    EXPECT_FALSE(is_link(text)) << text;
}

TEST(script_links, vocabularies_lead_nowhere) {
  for (const std::string_view name : {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml",
                                      "http://www.w3.org/XML/1998/namespace", "https://schema.org/Person"})
    EXPECT_FALSE(is_link(name)) << name;
  EXPECT_TRUE(is_link("https://www.w3.org/Consortium/"));
}

TEST(script_links, paths) {
  for (const std::string_view path : {"/a/b", "/search", "/en/", "/a.js", "/wp-admin/admin-ajax.php",
                                      "/2024/05/news.html", "/ab?b=c[]", "/?a=b", "/#/route", "/a/%C3%A9",
                                      "/\xC3\xBC"
                                      "ber/uns",
                                      "./app.js", "../img/i.png", "../../ab/", "./xy?y=z", "/~user/",
                                      "/wiki/Special:All", "/@user/posts", "/xy/?from=menu|events"})
    EXPECT_TRUE(is_link(path)) << path;
  for (const std::string_view text : {"/",
                                      "//",
                                      "/a",
                                      "/5",
                                      "/1.5",
                                      "/month",
                                      "/x y",
                                      "/^a$/",
                                      "/a|b/",
                                      "/a/?b|c=d",
                                      "/a/:id",
                                      "/{id}/x",
                                      "/%s/",
                                      "/a//b",
                                      "./",
                                      "../",
                                      "./module",
                                      "../lib/module",
                                      "./node_modules/a/b.js",
                                      "/21612345/home/top",
                                      "/9j/4AAQSkZJRg",
                                      "/a/b.",
                                      "/page-",
                                      "/usr/lib/x",
                                      "/*",
                                      "/.",
                                      "/-/-/",
                                      "</p>",
                                      "/>",
                                      "text/html",
                                      "a/b",
                                      "",
                                      "/QmFzZTY0QmFzZTY0QmFzZTY0QmFzZTY0QmFzZTY0QmFzZTY0aa"})
    EXPECT_FALSE(is_link(text)) << text;
}

lines links(std::string_view script) {
  link_options options;
  options.scripts = true;
  script_finder finder(options);
  document doc;
  doc.body = script;
  doc.type = media::script;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  for (const reference& link : found.references)
    if (script.find('\\') == std::string_view::npos)
      EXPECT_EQ(script.substr(link.position, link.raw.size()), link.raw);
  return testing::lines_of(found);
}

TEST(script_links, depend_on_context) {
  EXPECT_EQ(
      links(R"(fetch("/api/items"); x = {"/key/of": "/value/of"}; s = "/page/" + n; t = base + "/tail";)"),
      (lines{"js /api/items", "js /value/of"}));
  EXPECT_EQ(
      links(
          R"(u = "https://a.example/x/" + n; v = "https://a.example/?q=" + n; w = p + "//b.example/c.js";)"),
      (lines{"js https://a.example/x/", "js //b.example/c.js"}));
  EXPECT_EQ(links(R"(if (l.indexOf("/cart/") > 0 || l == "/checkout/done") location.replace("/login");
      googletag.defineSlot('/1234/home', [])"),
            (lines{"js /checkout/done", "js /login"}));
  EXPECT_EQ(links("f(`/a/${\"/b/c\"}`, /\"\\/d\\/e\"/, '/f/g') // '/h/i'"), (lines{"js /f/g"}));
  EXPECT_EQ(
      links(
          R"(a.src = "https://a.example/b.js "; b = "/c "; c = "https://d.example/ " + e; d = "https:// ")"),
      (lines{"js https://a.example/b.js"}));
  EXPECT_EQ(links(R"(a = "https:\/\/a.example\/\u00e9"; b = '\x2Fb\x2Fc')"),
            (lines{"js https://a.example/\xC3\xA9", "js /b/c"}));
}

// Table corpora/cases/script-literals.tsv: expected links of each literal, and the recall.
TEST(script_links, of_literals_that_were_labelled_by_hand) {
  std::ifstream table(std::string(URLSIEVE_SOURCE_DIR) + "/corpora/cases/script-literals.tsv");
  int rows = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    ASSERT_NE(second, std::string::npos) << line;
    const std::string label = line.substr(0, first);
    const lines found = links(line.substr(second + 1));
    const bool is_there = std::find(found.begin(), found.end(),
                                    "js " + line.substr(first + 1, second - first - 1)) != found.end();
    EXPECT_EQ(is_there, label == "url") << line;
    EXPECT_TRUE(label == "url" || label == "missed" || label == "piece" || label == "no") << line;
    ++rows;
  }
  EXPECT_GE(rows, 60);
}

TEST(script_links, need_the_option) {
  script_finder finder(link_options{});
  document doc;
  doc.body = "'https://a.example/'";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_TRUE(found.references.empty());
}

constexpr std::string_view page =
    "<script>a = '/one/two'</script><script type=module>b = '/three/four'</script>"
    "<script type='text/javascript; charset=utf-8'>c = '/five/six'</script><script "
    "type=text/template>'/no/no'</script>"
    "<script type=application/json>{\"url\": \"/no/no\"}</script><a href=x onclick=\"'/no/no'\">";

lines of_page(std::string_view html, const link_options& options) {
  html_finder fast(options);
  html_finder exact(options, reading::exact);
  document doc;
  doc.body = html;
  doc.type = media::html;
  findings found;
  findings again;
  stats counted;
  fast.find(doc, found, counted);
  exact.find(doc, again, counted);
  EXPECT_EQ(testing::lines_of(found), testing::lines_of(again));
  return testing::lines_of(found);
}

TEST(script_links, of_pages) {
  link_options options;
  EXPECT_EQ(of_page(page, options), (lines{"a@href x"}));
  options.scripts = true;
  EXPECT_EQ(of_page(page, options), (lines{"js /one/two", "js /three/four", "js /five/six", "a@href x"}));
  options.links = link_choice::navigation;
  EXPECT_EQ(of_page(page, options), (lines{"js /one/two", "js /three/four", "js /five/six", "a@href x"}));
}

TEST(script_links, of_xhtml) {
  link_options options;
  options.scripts = true;
  xml_finder finder(options);
  document doc;
  doc.body =
      "<html xmlns='http://www.w3.org/1999/xhtml'><script>//<![CDATA[\nx = '/a/b?c&d'\n//]]></script></html>";
  doc.type = media::xhtml;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_EQ(testing::lines_of(found), (lines{"js /a/b?c&d"}));
}

}  // namespace script_links_test
}  // namespace urlsieve
