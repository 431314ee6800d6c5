#include "src/references/in_json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace in_json_test {

using testing::lines;

lines links(std::string_view json, bool damaged = false, std::string_view base = {}) {
  json_finder finder(link_options{});
  document doc;
  doc.body = json;
  doc.type = media::json;
  doc.base = base;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_EQ(counted.total_damage(), damaged ? 1U : 0U) << json;
  return testing::lines_of(found);
}

TEST(in_json, values_that_are_urls_with_their_paths) {
  EXPECT_EQ(links(R"({"a":"http://e.org/","b":{"c":["https:\/\/e.org\/x","/n",1]},"d":"mailto:a@b.org"})"),
            (lines{"json:a http://e.org/", "json:b.c https://e.org/x", "json:d mailto:a@b.org"}));
  EXPECT_EQ(links(R"(["http://e.org/"])"), (lines{"json: http://e.org/"}));
  EXPECT_EQ(links(R"({"a":{"http:\/\/n.org/":"http://m.org/"}})"),
            (lines{"json:a.http:\\/\\/n.org/ http://n.org/", "json:a.http:\\/\\/n.org/ http://m.org/"}));
}

TEST(in_json, urls_in_the_text_of_values) {
  EXPECT_EQ(links(R"({"t":"See http://e.org/x, and <http://e.org/y>."})"),
            (lines{"json:t http://e.org/x", "json:t http://e.org/y"}));
}

TEST(in_json, escapes) {
  EXPECT_EQ(links(R"({"a":"http:\u002f\u002fe.org\/\u00e9\ud83d\ude00"})"),
            (lines{"json:a http://e.org/\xC3\xA9\xF0\x9F\x98\x80"}));
  EXPECT_EQ(links(R"({"a":"x \\\" http://e.org/y"})"), (lines{"json:a http://e.org/y"}));
}

TEST(in_json, escapes_that_are_bytes_of_utf8) {
  EXPECT_EQ(links(R"({"a":"https://e.org/J\u00c3\u00b3zef","b":"see https://e.org/x\u00e2\u0080\u009d ok"})"),
            (lines{"json:a https://e.org/J\u00F3zef", "json:b https://e.org/x"}));
  EXPECT_EQ(links(R"({"a":"https://e.org/\u00c3\u00b3\u0141","b":"https://e.org/\u00f3"})"),
            (lines{"json:a https://e.org/\u00C3\u00B3\u0141", "json:b https://e.org/\u00F3"}));
}

TEST(in_json, broken_text_is_counted_and_read) {
  EXPECT_EQ(links(R"({"a":"http://e.org/")", true), (lines{"json:a http://e.org/"}));
  EXPECT_EQ(links(R"({"a":"http://e.org/x)", true), (lines{"json:a http://e.org/x"}));
  EXPECT_EQ(links(R"(}{"a":"http://e.org/"})", true), (lines{"json:a http://e.org/"}));
}

TEST(in_json, a_document_on_a_new_line_ends_a_string_without_an_end) {
  EXPECT_EQ(links("{\"a\":{\"b\":\"http://e.org/x\n{\"c\":\"http://e.org/y\"}\n", true),
            (lines{"json:a.b http://e.org/x", "json:c http://e.org/y"}));
  EXPECT_EQ(
      links("{\"a\":\"x\"\",\"b\":1}\n[{\"c\":\"http://e.org/y\"}]\n{\n \"d\":\"http://e.org/z\"}", true),
      (lines{"json:c http://e.org/y", "json:d http://e.org/z"}));
  // A line end inside a string ends no string by itself.
  EXPECT_EQ(links("{\"a\":\"x\n{ http://e.org/x\n\",\"b\":\"http://e.org/y\"}"),
            (lines{"json:a http://e.org/x", "json:b http://e.org/y"}));
}

TEST(in_json, text_between_documents_is_searched) {
  EXPECT_EQ(
      links("{\"a\":1}\nsee http://e.org/x, www.e.org\n{\"a\":\"http://e.org/y\"}\nand http://e.org/z\n"),
      (lines{"text http://e.org/x", "text www.e.org", "json:a http://e.org/y", "text http://e.org/z"}));
  EXPECT_EQ(links("{'a': 'http://e.org/x'} // http://e.org/y"),
            (lines{"text http://e.org/x", "text http://e.org/y"}));
}

TEST(in_json, json_in_strings_is_decoded) {
  EXPECT_EQ(links(R"({"m":"{\"u\":\"http:\\/\\/e.org\\/x?a\\u0026b\"}"})"),
            (lines{"json:m http://e.org/x?a&b"}));
  EXPECT_EQ(links(R"({"m":"[\"http:\\u002F\\u002Fe.org\"]","n":1})"), (lines{"json:m http://e.org"}));
  EXPECT_EQ(links(R"({"m":"sent {\"u\":\"http:\\/\\/e.org\\/\"}"})"), (lines{"json:m http://e.org/"}));
  EXPECT_EQ(links(R"({"m":"C:\\new http://e.org/"})"), (lines{"json:m http://e.org/"}));
}

TEST(in_json, uri_templates_are_no_urls) {
  for (const std::string_view url :
       {"http://e.org/u{/id}", "http://e.org/{?a,b*}", "http://${env}.e.org/", "http://{host}/",
        "http://e.org/{{x}}/", "http://e.org/{user-id}", "http://e.org/{0}", "http://e.org/{+path:3}"})
    EXPECT_EQ(links("{\"a\":\"" + std::string(url) + "\"}"), lines{}) << url;
  for (const std::string_view url :
       {"http://e.org/{}", "http://e.org/?q={%22a%22:1}", "http://e.org/{'a':1}", "http://e.org/{",
        "http://e.org/{8B4A0F5C-3A1E-4C55-9D3F-0123456789AB}", "http://e.org/}{a"})
    EXPECT_EQ(links("{\"a\":\"" + std::string(url) + "\"}"), lines{"json:a " + std::string(url)}) << url;
}

TEST(in_json, html_in_strings_is_read_as_html) {
  EXPECT_EQ(
      links(R"({"a":{"b":"<a href=\"http://e.org/?a&#038;b&amp;c\">x</a> http://e.org/y <img src=/z>"}})"),
      (lines{"a@href http://e.org/?a&b&c", "json:a.b http://e.org/y", "img@src /z"}));
  EXPECT_EQ(links(R"({"a":"<p\n class=\"x\"><a\nhref=\"/r\">"})"), (lines{"a@href /r"}));
}

// A string with HTML is a text that somebody wrote, so markup that pages drop is searched.
TEST(in_json, text_that_only_looks_like_markup_is_searched_in_html) {
  const auto in = [](std::string_view string) { return links("{\"a\":\"" + std::string(string) + "\"}"); };
  const std::string image = "<img src='http://e.org/1'>";
  const struct {
    std::string_view text;
    lines found;
  } rows[] = {
      {" <http://e.org/2>", {"json:a http://e.org/2"}},
      {" x<http://e.org/2|label> <www.e.org/3> <mailto:a@e.org>",
       {"json:a http://e.org/2", "json:a www.e.org/3", "json:a mailto:a@e.org"}},
      {" a<b, see http://e.org/2", {"json:a http://e.org/2"}},
      {" a<b see http://e.org/2?c=d and <a href='/3'>", {"json:a http://e.org/2?c=d", "a@href /3"}},
      {"a(b<c) <a href='http://e.org/2'>", {"a@href http://e.org/2"}},
      {"a<b (http://e.org/2) <a href='/3'>", {"json:a http://e.org/2", "a@href /3"}},
      {" write <script> or <a href='/2'> http://e.org/3", {"a@href /2", "json:a http://e.org/3"}},
      {"<script src='/2'> http://e.org/3 <script>", {"script@src /2", "json:a http://e.org/3"}},
      {"<title><textarea><style>http://e.org/2", {"json:a http://e.org/2"}},
      {" a <!-- b <!-- http://e.org/2 <a href=/3>", {"json:a http://e.org/2", "a@href /3"}},
      {"<!-- http://e.org/2 --> <!doctype http://no.org/> <?xml http://no.org/?>", {"json:a http://e.org/2"}},
      {"<! http://e.org/2", {"json:a http://e.org/2"}},
      {"http://e.org/<!-- --><!-- a: b -->2", {"json:a http://e.org/2"}},
      {"<ri:url xmlns:ri='http://no.org/' ri:value='http://e.org/2' ri:b='c'/>", {"json:a http://e.org/2"}},
      {"<a href='http://e.org/2", {"json:a http://e.org/2"}},
      {"<URIObject uri='http://e.org/2' type='x'>", {"json:a http://e.org/2"}},
      {"<Route path='http://e.org/2'/><script>fetch('http://e.org/3?a&amp')</script>",
       {"json:a http://e.org/2", "json:a http://e.org/3?a&amp"}},
      {"<style>/* http://e.org/2 */</style><iframe>http://e.org/3?a&amp;b</iframe>",
       {"json:a http://e.org/2", "json:a http://e.org/3?a&b"}},
      {"<style>a{b:url(http://e.org/2)}</style>", {"css http://e.org/2"}},
      {"<svg><pattern xlink:href='http://e.org/2' a='http://no.org/'/></svg>",
       {"svg:pattern@xlink:href http://e.org/2"}},
      // Tags with slips keep their links; values with another meaning are no text.
      {"<a href='/2', title='http://no.org/' <b>x</a>", {"a@href /2"}},
      {"<p xmlns='http://no.org/' data-x='http://no.org/'>", {}},
  };
  for (const auto& row : rows) {
    lines expected = row.found;
    expected.insert(expected.begin(), "img@src http://e.org/1");
    EXPECT_EQ(in(image + std::string(row.text)), expected) << row.text;
  }
}

// "action" and "src" inside another name are no attributes with links.
TEST(in_json, a_string_is_html_by_whole_names_of_attributes) {
  EXPECT_EQ(links(R"({"a":"<ref name=action /> x <script>http://e.org/1","b":"<ref name='x' reaction=y>"})"),
            (lines{"json:a http://e.org/1"}));
  EXPECT_EQ(links(R"({"a":"<IMG alt='a=b' SRCSET = '/1 2x'>","b":"<i data-src=/2>"})"),
            (lines{"img@srcset /1", "i@data-src /2"}));
}

TEST(in_json, other_strings_with_angle_brackets_are_text) {
  EXPECT_EQ(links(R"({"a":"see <https://e.org/src=href/x> and 1 < 2 src= http://e.org/y"})"),
            (lines{"json:a https://e.org/src=href/x", "json:a http://e.org/y"}));
  EXPECT_EQ(links(R"({"a":"<a href=\"{url}\">x</a> http://e.org/x","b":"<a href='%s'>http://e.org/y"})"),
            (lines{"json:a http://e.org/x", "json:b http://e.org/y"}));
}

TEST(in_json, values_are_refanged_and_unescaped_on_request) {
  const auto find = [](std::string_view json, const text_search& text) {
    json_finder finder(link_options{}, text);
    document doc;
    doc.body = json;
    doc.type = media::json;
    findings found;
    stats counted;
    finder.find(doc, found, counted);
    for (const reference& link : found.references) {
      EXPECT_EQ(link.delimited, delimiter::none);
      EXPECT_EQ(link.position, json.find('h', json.find(':'))) << json;
      EXPECT_EQ((link.flags & flag::refanged) != 0, text.refang && link.raw.starts_with("hxxp"));
    }
    return testing::lines_of(found);
  };
  text_search refang;
  refang.refang = true;
  EXPECT_EQ(find(R"({"a":"hxxp://a[.]e.org/x"})", refang), (lines{"json:a hxxp://a[.]e.org/x"}));
  EXPECT_EQ(find(R"({"a":"http://e.org/x"})", refang), (lines{"json:a http://e.org/x"}));
  text_search percent;
  percent.unescape = unescape_choice::percent;
  EXPECT_EQ(find(R"({"a":"http://e.org/?u=http%3A%2F%2Ff.org%2F"})", percent),
            (lines{"json:a http://e.org/?u=http%3A%2F%2Ff.org%2F", "json:a http://f.org/"}));
  text_search qp;
  qp.unescape = unescape_choice::qp;
  EXPECT_EQ(find(R"({"a":"http://e.org/?x=3D1"})", qp), (lines{"json:a http://e.org/?x=1"}));
}

TEST(in_json, skips_anti_hijacking_prefixes) {
  for (const std::string_view guard : {")]}'\n", ")]}',\n", "while(1);", "for(;;);\n", "{}&& "})
    EXPECT_EQ(links(std::string(guard) + R"({"a":"http://e.org/"})"), (lines{"json:a http://e.org/"}))
        << guard;
}

TEST(in_json, members_whose_names_promise_links_may_be_relative_in_a_document_with_a_base) {
  const auto is_link = [](std::string_view key, std::string_view value, std::string_view base) {
    const std::string json = "{\"" + std::string(key) + "\": [\"" + std::string(value) + "\"]}";
    const lines found = links(json, false, base);
    EXPECT_LE(found.size(), 1U) << json;
    return !found.empty() && found.front() == "json:" + std::string(key) + ' ' + std::string(value);
  };
  constexpr std::string_view base = "http://a.example/b";
  for (const std::string_view key :
       {"url",       "URL",      "uri",       "href",      "src",        "link",
        "links",     "next",     "prev",      "previous",  "self",       "permalink",
        "imageUrl",  "imageURL", "image_url", "image-url", "image.url",  "nextPageUrl",
        "x2url",     "avatar",   "poster",    "thumbnail", "redirect",   "action",
        "canonical", "endpoint", "sameAs",    "@id",       "contentUrl", "logo"})
    EXPECT_TRUE(is_link(key, "/a", base)) << key;
  for (const std::string_view key :
       {"name", "path", "curl", "urls_count", "hyperlinked", "title", "", "nexturl"})
    EXPECT_FALSE(is_link(key, "/a", base)) << key;
  for (const std::string_view value : {"/a", "./a", "../a", "//h.example/a", "?a=b", "/a?b=c#d", "/\xC3\xA9"})
    EXPECT_TRUE(is_link("url", value, base)) << value;
  for (const std::string_view value : {"", "/", "?", "?a", "a", "a/b", "a.html", ".a", "...", "/a b",
                                       "/a/{id}", "/a|b", "/<a>", "www.a", "#a"})
    EXPECT_FALSE(is_link("url", value, base)) << value;
  EXPECT_FALSE(is_link("url", "/a", ""));
}

TEST(in_json, manifests_and_rules_have_relative_urls) {
  EXPECT_EQ(
      links(
          R"({"name":"x","short_name":"y","start_url":"/?u=1","scope":".","icons":[{"src":"i.png","sizes":"1x1"}],
      "shortcuts":[{"name":"s","url":"s","icons":[{"src":"si.png"}]}],"share_target":{"action":"sh"},
      "protocol_handlers":[{"protocol":"web+x","url":"p?u=%s"}],"other":{"icons":[{"src":"no.png"}]}})"),
      (lines{"json:start_url /?u=1", "json:scope .", "json:icons.src i.png", "json:shortcuts.url s",
             "json:shortcuts.icons.src si.png", "json:share_target.action sh",
             "json:protocol_handlers.url p?u=%s"}));
  EXPECT_EQ(links(R"({"scope":"openid","icons":[{"src":"no.png"}]})"), lines{});
  EXPECT_EQ(links(R"({"prefetch":[{"urls":["a","/b"]}],"prerender":[{"urls":["c"]}],"urls":["no"]})"),
            (lines{"json:prefetch.urls a", "json:prefetch.urls /b", "json:prerender.urls c"}));
}

TEST(in_json, a_window_may_end_anywhere) {
  json_finder finder(link_options{});
  document doc;
  doc.body = R"("http://e.org/"},{"b":["http://e.org/2",)";
  doc.type = media::json;
  doc.head = " ";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_EQ(testing::lines_of(found), (lines{"json: http://e.org/", "json:b http://e.org/2"}));
  EXPECT_EQ(counted.total_damage(), 0U);
}

TEST(in_json, positions_point_to_values) {
  const std::string json = R"({"a":"http://e.org/","b":"see http://e.org/x"})";
  json_finder finder(link_options{});
  document doc;
  doc.body = json;
  doc.type = media::json;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  ASSERT_EQ(found.references.size(), 2U);
  for (const reference& link : found.references)
    EXPECT_EQ(json.substr(link.position, link.raw.size()), link.raw);
}

TEST(in_json, several_urls_in_a_value) {
  for (const std::string separator : {"|", ",", ";"})
    EXPECT_EQ(
        links("{\"a\":\"http://e.org/1" + separator + "https://e.org/2?b" + separator + "http://e.org/3\"}"),
        (lines{"json:a http://e.org/1", "json:a https://e.org/2?b", "json:a http://e.org/3"}))
        << separator;
}

TEST(in_json, text_behind_a_url_without_a_blank) {
  EXPECT_EQ(
      links(
          R"([{"text":"http://e.org/1\u3002next"},{"t":"http://e.org/2\u3000x"},{"t":"http://e.org/3\u00a0x"},)"
          R"({"body":"http://e.org/4\u2026"},{"text":"http://e.org/5\u201d"},{"t":"http://e.org/6\u3001http://e.org/7"}])"),
      (lines{"json:text http://e.org/1", "json:t http://e.org/2", "json:t http://e.org/3",
             "json:body http://e.org/4", "json:text http://e.org/5", "json:t http://e.org/6",
             "json:t http://e.org/7"}));
  EXPECT_EQ(links(R"({"value":"http://e.org/\u4f60\uff0c\u674e"})"),
            (lines{"json:value http://e.org/\u4F60\uFF0C\u674E"}));
  // Names have such characters, too, and members for links hold URLs alone.
  EXPECT_EQ(links(R"({"t":"http://e.org/L\u2019\u00c9t\u00e9","page_url":"http://e.org/\u201cx\u201d"})"),
            (lines{"json:t http://e.org/L\u2019\u00c9t\u00e9", "json:page_url http://e.org/\u201cx\u201d"}));
}

TEST(in_json, links_with_spaces) {
  for (const std::string url :
       {"https://e.org/My File.pdf", "HTTP://e.org/a b", "http://e.org/s?q=one two three",
        "http://e.org/a (b)", "http://e.org/Dr. No, a film of the year 1962.webm",
        "http://e.org/All my files of the week/list", "http://e.org/\u00E9 \u3002b"})
    EXPECT_EQ(links(R"({"fileUrl":")" + url + "\"}"), (lines{"json:fileUrl " + url}));
  EXPECT_EQ(links(R"({"url":"http:\/\/e.org\/a\u0020b"})"), (lines{"json:url http://e.org/a b"}));
  for (const std::string text :
       {"https://e.org/x - see also the notes", "http://e.org/x is lost.", "http://e.org/x. See notes",
        "http://e.org/x  a.pdf", "http://e.org/x\\ta.pdf", "http://e.org/x ", "http://e.org/x <b>",
        "http://e.org/x \\\"a.pdf\\\""})
    EXPECT_EQ(links(R"({"url":")" + text + "\"}").at(0),
              text[4] == 's' ? "json:url https://e.org/x" : "json:url http://e.org/x")
        << text;
  EXPECT_EQ(links(R"({"url":"http://e.org/x http://e.org/y"})"),
            (lines{"json:url http://e.org/x", "json:url http://e.org/y"}));
  EXPECT_EQ(
      links(
          R"({"url":"http://e.org/x www.e.org/y","src":"http://e.org My Site","title":"http://e.org/a b"})"),
      (lines{"json:url http://e.org/x", "json:url www.e.org/y", "json:src http://e.org",
             "json:title http://e.org/a"}));
}

TEST(in_json, links_with_quotes) {
  for (const std::string url : {R"(https://e.org/f?q=\"x\"&p=2)", R"(http://e.org/\"Heroes\"_(album))",
                                R"(http://e.org/f?a<b&c>d)", R"(http://e.org?q=\"x\")"}) {
    std::string plain = url;
    for (std::size_t at = plain.find('\\'); at < plain.size(); at = plain.find('\\')) plain.erase(at, 1);
    EXPECT_EQ(links(R"({"pageUrl":")" + url + "\"}"), (lines{"json:pageUrl " + plain}));
  }
  for (const std::string text :
       {R"(http://e.org/x\")", R"(http://e.org/x?y\")", "http://e.org/x>", "http://e.org/x?y>",
        "http://e.org/x?y<br>", "http://e.org/x?y<i>", "http://e.org/x?y</i", "http://e.org/<id>",
        R"(http://e.org/x?y\"z\" and)", R"(http://e.org/x\"\">http://e.org/x)"})
    EXPECT_NE(links(R"({"url":")" + text + "\"}").at(0).find("http://e.org/"), std::string::npos) << text;
}

}  // namespace in_json_test
}  // namespace urlsieve
