// The text finder, in the notation of linkify: "[[" and "]]" mark each expected URL in the text.
#include "src/references/text/in_text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "src/references/text/in_text_schemes.hpp"
#include "src/text/encodings/character_property.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/url/scheme.hpp"
#include "tests/text/written_utf16.hpp"

namespace urlsieve {
namespace in_text_test {

using urls = std::vector<std::string>;

struct result {
  findings found;
  stats counted;
};

result search(std::string_view text, const text_search& options = {}, std::string_view base = {}) {
  text_finder finder(options);
  result output;
  document searched;
  searched.body = text;
  searched.base = base;
  finder.find(searched, output.found, output.counted);
  return output;
}

urls found_in(std::string_view text, const text_search& options = {}, std::string_view base = {}) {
  const result output = search(text, options, base);
  urls all;
  for (const reference& link : output.found.references) all.emplace_back(link.raw);
  return all;
}

// Returns the text with marks around found URLs.
std::string marked(const std::string& text, const text_search& options) {
  std::string shown;
  std::size_t at = 0;
  const result output = search(text, options);
  for (const reference& link : output.found.references) {
    shown += text.substr(at, link.position - at) + "[[" + std::string(link.raw) + "]]";
    at = link.position + link.raw.size();
  }
  return shown + text.substr(at);
}

void expect_marks(const std::vector<std::string>& rows, const text_search& options = {}) {
  for (const std::string& row : rows) {
    std::string text = row;
    for (const char* mark : {"[[", "]]"})
      for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) text.erase(at, 2);
    EXPECT_EQ(marked(text, options), row);
  }
}

// url-syntax-05 Appendix E, the example as printed.
TEST(in_text_appendix_e, gives_exactly_three_references) {
  const std::string text =
      "Yes, Jim, I found it under \"http://www.w3.org/pub/WWW/\",\n"
      "but you can probably pick it up from <ftp://ds.internic.\n"
      "net/rfc/>.  Note the warning in <http://ds.internic.net/\n"
      "instructions/overview.html#WARNING>.\n";
  const result output = search(text);
  ASSERT_EQ(output.found.references.size(), 3U);
  EXPECT_EQ(output.found.references[0].raw, "http://www.w3.org/pub/WWW/");
  EXPECT_EQ(output.found.references[0].delimited, delimiter::quoted);
  EXPECT_EQ(output.found.references[1].raw, "ftp://ds.internic.net/rfc/");
  EXPECT_EQ(output.found.references[1].delimited, delimiter::angle);
  EXPECT_EQ(output.found.references[1].position, text.find("ftp://"));
  EXPECT_EQ(output.found.references[2].raw, "http://ds.internic.net/instructions/overview.html#WARNING");
  for (const reference& link : output.found.references) EXPECT_EQ(link.where, "text");
}

TEST(in_text_scheme, begins_where_a_reader_sees_it) {
  expect_marks({
      "Seehttp is no scheme: See[[http://a.b/]] but see",
      "[[tftp://a.b/]]",
      "[[persistent-https://a.b/]]",
      "[[git+ssh://a.b/]]",
      "1.[[http://a.b/]] test.[[https://a.b/]] +[[https://a.b/]]",
      "@[[https://a.b/]] _[[https://a.b/]] text:[[http://a.b/]]",
      "\xE8\xA7\x81[[http://a.b/]]",
      "1abc://a.b/ 123://x +://x ://x",
      "[[HTTP://A.B/]] [[Https://a.b]]",
      "url://a.b/",
      "[[unknown://a.b/]]",
      "URL:[[http://a.b/]]",
  });
}

std::string placed(std::size_t position, std::string_view url) {
  return std::to_string(position) + " " + std::string(url);
}

urls placed_urls(const result& output) {
  urls found;
  for (const reference& link : output.found.references) found.push_back(placed(link.position, link.raw));
  return found;
}

// Properties files of Java. Other escapes make the text a pattern.
TEST(in_text_scheme, may_have_an_escaped_colon) {
  const std::string text =
      "distributionUrl=https\\://a.example/b?c\\=d\\#e\nurls=(http\\://b.example\\:80/c),\\\n "
      "http\\://d.example/\\\n"
      "^http\\://www\\.e\\.example http\\://[a-z]+ xhttp\\://f.example/ note\\://g http\\:h";
  const result output = search(text);
  const auto at = [&](const char* written, const char* url) { return placed(text.find(written), url); };
  EXPECT_EQ(placed_urls(output),
            (urls{at("https\\://a", "https://a.example/b?c=d#e"), at("http\\://b", "http://b.example:80/c"),
                  at("http\\://d", "http://d.example/")}));
  EXPECT_EQ(output.counted.rejected[static_cast<std::size_t>(rejection::no_url)], 0U);
}

// JSON within text, such as a log. Other escapes end the URL, or make the text a pattern.
TEST(in_text_scheme, may_be_written_as_in_json) {
  const std::string text =
      "I x {\"u\":\"http:\\/\\/a.example\\/b?c=1\\u0026d\",\"v\":\"https://b.example/?x\\u0026y\\u003dz\"} "
      "{\\\"u\\\":\\\"http:\\/\\/c.example\\/\\\"} 'http:\\/\\/d.example/\\u003ca' "
      "/http:\\/\\/www\\.e\\.example\\/x/ 'http:\\/\\/' + host http://f.example/?a\\u0022b "
      "http://g.example/\\u00e9\\ud83d\\ude00 "
      "xhttp:\\/\\/h.example\\/ url(http:\\/\\/i.example\\/), (http:\\/\\/k.example\\/) "
      "s/http:\\/\\/l.example/x/ mailto:\\/\\/j";
  const result output = search(text);
  const auto at = [&](const char* written, const char* url) { return placed(text.find(written), url); };
  EXPECT_EQ(placed_urls(output),
            (urls{at("http:\\/\\/a", "http://a.example/b?c=1&d"), at("https://b", "https://b.example/?x&y=z"),
                  at("http:\\/\\/c", "http://c.example/"), at("http:\\/\\/d", "http://d.example/"),
                  at("http://f", "http://f.example/?a"), at("http://g", "http://g.example/\u00E9\U0001F600"),
                  at("http:\\/\\/i", "http://i.example/")}));
}

TEST(in_text_scheme, reads_the_inner_url_after_the_slashes) {
  expect_marks({"http://[[http://x/]]", "foo://[[https://x/]]", "file://[[http://x/]]"});
}

TEST(in_text_host, must_be_one) {
  expect_marks({
      "http:// http://. http://.a.b http://-a.b http://a..b http://?x http://# http:///x",
      "[[http://a]] [[http://1]] [[http://a_b.c]] [[http://a.b]]. x",
      "[[http://a:80/]] [[http://a:80]]x [[http://a]]: [[http://a:/x]]",
      "[[http://u:p@a.b/]] [[http://u@v@a.b/]]",
      "[[http://[::1]:80/x]] [[http://[v1.a]/]] http://[1::2::3]/ http://[zz]/ "
      "[[http://[1:2:3:4:5:6:1.2.3.4]/]]",
      "[[http://a[.]b/c]]",
      "[[http://a.b]],c/d",
      "[[http://a.b]][[http://c.d]]",
  });
}

TEST(in_text_host, templates_are_counted) {
  for (const char* text : {"http://{host}/", "http://a.{b}/", "http://host:port/", "http://$h/",
                           "http://${h}/x", "foo://{{x}}/", "http://a:{port}/"}) {
    const result output = search(text);
    EXPECT_TRUE(output.found.references.empty()) << text;
    EXPECT_EQ(output.counted.rejected[static_cast<std::size_t>(rejection::url_template)], 1U) << text;
  }
}

TEST(in_text_host, an_inner_url_ends_the_first) {
  EXPECT_EQ(found_in("http://foohttp://bar/"), (urls{"http://foo", "http://bar/"}));
}

TEST(in_text_slashes, file_and_other_schemes) {
  expect_marks({"[[file:/etc/x]] [[file:///etc/x]] file:// file: x file://", "[[foo:///x]] foo:// foo:///",
                "[[ldap:///dc=x??sub]]", "git:foo"});
}

TEST(in_text_opaque, each_grammar) {
  expect_marks({
      "[[mailto:a@b.c]] [[mailto:?to=x]] mailto:x mailto: a@b",
      "[[sip:a@b]] [[sips:b.c]] sip:x",
      "[[xmpp:a@b]] [[mid:a@b]] mid:a [[cid:a@b]] [[cid:a.b]] cid:a",
      "[[news:*]] [[news:comp.lang.c]] [[news:1@x.y]] news:foo",
      "[[tel:+123]] [[tel:1-23]] tel:12 tel:x [[sms:12]] sms:1",
      "[[urn:isbn:1]] urn:isbn urn::x",
      "[[data:,x]] [[data:text/plain,x]] [[data:;base64,x]] data:x,y data:x",
      "[[magnet:?xt=1]] magnet:x [[doi:10.1000/1]] doi:11.1",
      "[[blob:http://a/b]] [[blob:null/x]] blob:x [[about:blank]] about:blanket about:x",
      "[[tag:a.b,2001:x]] tag:a,20 [[geo:1.5,-2]] geo:1",
      "[[bitcoin:abcde]] bitcoin:abcd [[ipfs:Qm123]] [[matrix:u/a:b.c]] matrix:x/a",
      "[[ssh:a@b:c]] [[ssh://a/b]] ssh:x [[view-source:http://a/]] view-source:x",
      "javascript:alert(1) javascript://a/b",
  });
}

TEST(in_text_opaque, does_not_begin_inside_something) {
  expect_marks(
      {"xmailto:a@b /mailto:a@b @tel:+123 $tel:+123 \\tel:+123 _tel:+123 .tel:+123", "([[tel:+123]])"});
}

TEST(in_text_angle, takes_exactly_the_inner_text) {
  expect_marks({
      "<[[http://a.b/c.]]> <[[http://a.b/,)]]> <[[http://a.b]]>",
      "<URL:[[http://a.b/]]> <url: [[http://a.b/]] > <\n[[http://a.b/]]\n>",
      "<URL:[[foo:bar]]> <URL:[[http://a.b/#f]]>",
      "<[[http://a.b]] see there>",
      "<[[http://a.b/]]\n\nc>",
      "<[[http://a.b/]]|c",
  });
  EXPECT_EQ(search("<URL:foo:bar>").found.references.at(0).delimited, delimiter::angle);
}

TEST(in_text_angle, puts_out_white_space) {
  const auto first_url = [](std::string_view text, const text_search& options = {}) {
    const urls all = found_in(text, options);
    return all.size() == 1 ? all[0] : std::to_string(all.size()) + " found";
  };
  EXPECT_EQ(first_url("<http://a.b/c\n   d/e>"), "http://a.b/cd/e");
  EXPECT_EQ(first_url("<http://a.b/c \r\n\td>"), "http://a.b/cd");
  EXPECT_EQ(first_url("> <http://a.b/c\n> d/e>"), "http://a.b/cd/e");
  EXPECT_EQ(first_url("<http://a.b/c\n> > d/e>"), "http://a.b/cd/e");
  EXPECT_EQ(first_url("<http://a.b/c\n| d/e>"), "http://a.b/cd/e");
  EXPECT_EQ(first_url("<ftp://ds.internic. net/rfc/>"), "ftp://ds.internic.net/rfc/");
  EXPECT_EQ(first_url("<mailto: a@b>"), "mailto:a@b");
  EXPECT_EQ(first_url("<URL: ftp://a.b/c;\n type=d>"), "ftp://a.b/c;type=d");
  EXPECT_EQ(first_url("<http://a.b/c d>"), "http://a.b/c");
  text_search joining;
  joining.join_spaces = true;
  EXPECT_EQ(first_url("<http://a.b/c d>", joining), "http://a.b/cd");
}

// A ">" at the begin of a line is a mail quote if the rest then closes, else the end of the URL.
TEST(in_text_angle, reads_a_quote_mark_both_ways) {
  EXPECT_EQ(found_in("<http://a.b/c\n> and more text"), urls{"http://a.b/c"});
  EXPECT_EQ(found_in("<http://a.b/c\n> d\n> and more"), urls{"http://a.b/cd"});
  EXPECT_EQ(found_in("<http://a.b/c\n>"), urls{"http://a.b/c"});
  EXPECT_EQ(search("<http://a.b/c\n>").found.references.at(0).delimited, delimiter::angle);
}

TEST(in_text_angle, does_not_hold_for) {
  EXPECT_EQ(found_in("<http://a.b/\nhttp://c.d/>"), (urls{"http://a.b/", "http://c.d/"}));
  EXPECT_EQ(found_in("<http://a.b/&gt; c>"), urls{"http://a.b/"});
  EXPECT_EQ(found_in("<http://a.b,c/>"), urls{"http://a.b"});
  EXPECT_EQ(found_in("<http://a.b/\n<c>"), urls{"http://a.b/"});
  text_search small;
  small.max_url = 20;
  EXPECT_EQ(found_in("<http://a.b/1234567890\n12345>", small), urls{});
  EXPECT_EQ(found_in("<http://a.b/12345\n12345>", small), urls{"http://a.b/12345"});
}

TEST(in_text_hyphen, at_a_line_break) {
  text_search options;
  const std::string text = "<http://a.b/c-\nd> <http://a.b/e-f>";
  const result kept = search(text, options);
  ASSERT_EQ(kept.found.references.size(), 2U);
  EXPECT_EQ(kept.found.references[0].raw, "http://a.b/c-d");
  EXPECT_EQ(kept.found.references[0].flags, flag::ambiguous_hyphen);
  EXPECT_EQ(kept.found.references[1].flags, 0);
  options.hyphen = hyphen_choice::drop;
  EXPECT_EQ(found_in(text, options), (urls{"http://a.b/cd", "http://a.b/e-f"}));
  options.hyphen = hyphen_choice::both;
  EXPECT_EQ(found_in(text, options), (urls{"http://a.b/c-d", "http://a.b/cd", "http://a.b/e-f"}));
  EXPECT_EQ(found_in("<http://a.b/c-\n>", options), urls{"http://a.b/c-"});
}

TEST(in_text_quotes, bound_a_url) {
  expect_marks({
      "\"[[http://a.b/c)]]\" \"[[http://a.b/c]].\" \"[[http://a.b/c!]]\" \"[[http://a.b/c?]],\"",
      "\"[[http://a.b/c]]) d\"",
      "\\\"[[http://a.b/c]]\\\"",
  });
  EXPECT_EQ(search("\"http://a.b/c\"").found.references.at(0).delimited, delimiter::quoted);
  EXPECT_EQ(search("\"http://a.b/c d\"").found.references.at(0).delimited, delimiter::bare);
  text_search joining;
  joining.join_quoted = true;
  EXPECT_EQ(found_in("\"http://a.b/c\n  d\"", joining), urls{"http://a.b/cd"});
  EXPECT_EQ(found_in("\"http://a.b/c and d\"", joining), urls{"http://a.b/c"});
}

// JSON and C strings, read undecoded and decoded (RFC 8259 section 7).
TEST(in_text_escapes, end_a_url_unless_decoded) {
  text_search json;
  json.unescape = unescape_choice::json;
  const std::string slashes = R"({"u": "http:\/\/a.b\/c?d=\u0026e", "v": "ftp:\/\/f.g\/"})";
  EXPECT_EQ(found_in(slashes), (urls{"http://a.b/c?d=&e", "ftp://f.g/"}));
  EXPECT_EQ(found_in(slashes, json), (urls{"http://a.b/c?d=&e", "ftp://f.g/"}));
  const result output = search(slashes, json);
  EXPECT_EQ(output.found.references.at(0).position, slashes.find("http"));
  EXPECT_EQ(output.found.references.at(1).position, slashes.find("ftp"));
  EXPECT_EQ(output.found.references.at(0).delimited, delimiter::quoted);
  const std::string inside =
      R"("see \"http://a.b/c\" and\nhttp://d.e/f\nhttp://g.h/\\n \u003chttp://i.j/k.\u003e")";
  EXPECT_EQ(found_in(inside), (urls{"http://a.b/c", "http://d.e/f", "http://g.h/", "http://i.j/k"}));
  EXPECT_EQ(found_in(inside, json), (urls{"http://a.b/c", "http://d.e/f", "http://g.h/", "http://i.j/k."}));
  EXPECT_EQ(found_in(R"(<http://a.b/\n  c> www.d.ef\/g C:\temp\http://x.y\d)", json),
            (urls{"http://a.b/c", "www.d.ef/g", "http://x.y"}));
  EXPECT_EQ(search(R"(\t\thttp://a.b/)", json).found.references.at(0).position, 4U);
  EXPECT_EQ(found_in(R"(http:\/\/{h}\/ http:\/\/ "\/\/a.b" \u0068ttp://a.b/)", json), urls{"http://a.b/"});
}

TEST(in_text_ends, by_character) {
  expect_marks({
      "[[http://a.b/c]]`d [[http://a.b/c]]^d [[http://a.b/c]]\\nd [[http://a.b/c]]\x1B[0m",
      "[[http://a.b/c]]&lt;d [[http://a.b/c]]&quot;d [[http://a.b/c]]&#34;d [[http://a.b/c]]&#x3E;d",
      "[[http://a.b/c]]&nbsp;d [[http://a.b/c]]&rdquo; [[http://a.b/c]]&#8203;d [[http://a.b/c]]&#xFEFF;d",
      "[[http://a.b/?c&amp;d]] [[http://a.b/?c&lt=d]] [[http://a.b/?c&#65;d]]",
      "[[http://a.b/\xC3\xA9\xE4\xB8\xAD]]\xE3\x80\x82 [[http://a.b/c]]\xE2\x80\x9D [[http://a.b/c]]\xC2\xA0 "
      "x",
      "[[http://a.b/\xE2\x80\x8D]] [[http://a.b/c]]\xEF\xBC\x89 [[http://a.b/c\xEF\xBD\x9C]] "
      "[[http://a.b/c]]\xEF\xBD\x9D",
      "[[http://a.b/c]]\xE9 [[http://a.b/c]]\xC3( [[http://a.b/c]]\xED\xA0\x80 "
      "[[http://a.b/c]]\xF5\x80\x80\x80",
  });
  EXPECT_EQ(found_in("\xEF\xBB\xBFhttp://a.b/"), urls{"http://a.b/"});
  EXPECT_EQ(found_in(std::string("http://a.b/c\0d", 14)), urls{"http://a.b/c"});
}

// rfc2396bis-01 section 3.2.2: a host name has letters, digits and "-"; Unicode defines letters beyond ASCII.
TEST(in_text_ends, hosts_at_every_separator) {
  for (char32_t character = 0x80; character < 0x11000; ++character) {
    if (character >= 0xD800 && character < 0xE000) continue;
    std::array<char, 4> encoded;
    const std::string_view bytes(
        encoded.data(), static_cast<std::size_t>(encode_utf8(character, encoded.data()) - encoded.data()));
    const std::string text = "https://a.example" + std::string(bytes) + "das";
    const urls found = found_in(text);
    ASSERT_EQ(found.size(), 1U) << std::hex << static_cast<unsigned>(character);
    const bool goes_on = kind_of_character(character) == character_kind::word;
    EXPECT_EQ(found.front(), goes_on ? text : "https://a.example")
        << std::hex << static_cast<unsigned>(character);
  }
}

TEST(in_text_ends, by_context) {
  expect_marks({
      "([[http://a.b/c]]) ([[http://a.b/c_(d)]]) [t]([[http://a.b]]) {[[http://a.b/{c}]]}",
      "\\url{[[http://a.b/c]]} [see [[http://a.b/c]]] (([[http://a.b/c]])) [[http://a.b/(c]][d)e]",
      "|[[http://a.b/c]]| [[http://a.b/c]]|d [[http://a.b/?c|d]] |[[http://a.b/?c]]|d",
      "{{cite|url=[[http://a.b/?c=8]]|title=d|url2=[[http://e.f/?g#h]]|i}} {{[[http://a.b/?c]]|d}} "
      "{[[http://a.b/?c|d]]} [[[http://a.b/?c|d]]] fonts=[[http://a.b/?c|d]]",
      "[[http://a.b/c]],[[http://d.e/]];[[http://f.g/]]",
      "[[http://a.b/http://c.d/]] [[http://a.b/?u=http://c.d/]] [[http://a.b/c]]([[http://d.e/]])",
      "'[[http://a.b/c]]' '[[http://a.b/c'd]]' '[[http://a.b/c'/d]]'",
      "*[[http://a.b/c]]* **[[http://a.b/c]]** *[[http://a.b/c*d]]* _[[http://a.b/c_d]]_ "
      "~~[[http://a.b/~c]]~~",
      "`t <[[http://a.b/c]]>`_ \"[[http://a.b/c]]\"",
  });
}

// The code behind a string of SQL, Python, JavaScript, PHP or Twig; URLs with apostrophes stay whole.
TEST(in_text_ends, by_the_end_of_a_string) {
  expect_marks({
      "(1,'see [[https://a.example/d]]','[[https://a.example/e]]'); 'at [[https://a.example/f]]',NULL,",
      "('by [[mailto:c@d.example]]','y') 'at [[https://a.example/d]]',_binary 'x' 'at "
      "[[https://a.example/d]]',-1",
      "SET a='x [[https://a.example/g]]',b=2 {'d':'at "
      "[[https://a.example/x]]','u':'[[https://b.example/y]]'}",
      "a='see [[https://a.example/]]'+foo b='at [[https://a.example/?b=]]'+c 'at "
      "[[https://a.example/d]]'+f(e)",
      "'at [[https://a.example/d]]'+'e' 'at [[https://a.example/d]]'.$e 'at [[https://a.example/d]]'.e(f)",
      "d='at [[https://a.example/d]]';e() {'at [[https://a.example/d]]':1} 'at [[https://a.example/?d]]'||e",
      "<img alt='a' src='[[https://a.example/1.png]]'/> <img title='at [[https://a.example/2.png]]'/>",
      "''see [[https://a.example/x]]'' ''see [[https://a.example/]]''. '''see [[https://a.example/x]]'''",
      "'[[www.a.example]]','b' 'at [[www.a.example/b]]','c'",
  });
  expect_marks({
      "[[https://en.example/wiki/Schindler's_List]] [[https://a.example/d'a,b/]] "
      "[[https://a.example/l'%C3%A9t%C3%A9]]",
      "[[https://a.example/music/Guns+N'+Roses]] [[https://a.example/music/Guns+N'+Roses/_/Patience]]",
      "[[https://a.example/Rollin'.mp3]] [[https://a.example/Smokin',_Drinkin']] "
      "[[https://a.example/10'-x-30/p]]",
      "[[https://a.example/E(k='a',j='b')/f]] [[https://a.example/E(k='',j='')]] "
      "[[https://a.example/?f=a+eq+''&b]]",
      "[[https://a.example/?q='a',b]] [[https://a.example/?q='a'+b+'c']] "
      "[[https://a.example/?q=1'+or+'1'='1]]",
      "[[https://a.example/it''s]]",
  });
}

// phpBB writes an identifier into tags.
TEST(in_text_ends, by_a_closing_tag_of_bbcode) {
  EXPECT_EQ(found_in("[img]https://a.example/1.jpg[/img][img]https://a.example/2.jpg[/img:2f3a]text"),
            (urls{"https://a.example/1.jpg", "https://a.example/2.jpg"}));
  EXPECT_EQ(
      found_in("[url]https://a.example[/url]text [url]https://a.example/?b[/url]text [b]www.a.example[/b]c"),
      (urls{"https://a.example", "https://a.example/?b", "www.a.example"}));
  EXPECT_EQ(found_in("https://a.example/?b[/c/d]e https://a.example/?b[/]c"),
            (urls{"https://a.example/?b[/c/d]e", "https://a.example/?b[/]c"}));
}

// Org, Textile and AsciiDoc.
TEST(in_text_ends, by_the_mark_before) {
  expect_marks({
      "=[[https://a.example/b]]= (~[[https://a.example/b?c=]]~). +[[https://a.example]]+, "
      "=[[https://a.example/d==]]=",
      "u=[[https://a.example/?b=]] u=[[https://a.example/~]] =[[https://a.example/b=c]] "
      "a+ [[https://a.example/?b+]]",
      "![[https://a.example/p.png]]!:[[https://b.example/]] ![[https://a.example/p.png]]! "
      "![[https://a.example/b!c]]",
      "link:++[[https://a.example/b+c]]++[d] link:++[[https://a.example/b++c]]++[d] "
      "[[https://a.example/b++]]",
  });
}

// XML and wiki brackets, which "[[" would hide.
TEST(in_text_ends, by_doubled_brackets) {
  EXPECT_EQ(found_in("<![CDATA[http://a.b/c]]> [[http://d.e/f|text]]"),
            (urls{"http://a.b/c", "http://d.e/f"}));
}

TEST(in_text_trimming, from_the_end) {
  expect_marks({
      "[[http://a.b/c]].,;:!?|*@([{ x",
      "[[http://a.b/c-]] [[http://a.b/c_]] [[http://a.b/c=]] [[http://a.b/c&]] [[http://a.b/c%]] "
      "[[http://a.b/c+]] [[http://a.b/c#]]",
      "[[http://a.b/c]]' [[http://a.b/c]]''' [[http://a.b/'c']]",
      "[[http://a.b/]]'s [[http://a.b/c's]] [[http://a.b/c]]~~ [[http://a.b/c~]]",
      "[[http://a.b/c]][12] [[http://a.b/?c[12]]] [[http://a.b/c]][]",
      "[[http://a.b]]-_. [[http://a.b]]... [[http://a.b/...c]]... [[http://a.b/c]]?! x",
  });
}

TEST(in_text_prefixed, is_not_part_of_the_url) {
  const result output = search("URL:http://a.b/ url:ftp://c.d/");
  ASSERT_EQ(output.found.references.size(), 2U);
  EXPECT_EQ(output.found.references[0].delimited, delimiter::prefixed);
  EXPECT_EQ(output.found.references[1].raw, "ftp://c.d/");
}

TEST(in_text_abbreviated_names, web_names) {
  expect_marks({
      "[[www.a.bc]] [[WWW.a.bc/d]]. [[ftp.a.bc]], ([[www.a.bc/d]]) [[www.a.bc:80/d?e]]",
      "www.a www.a.b www.a.1c xwww.a.bc x.www.a.bc @www.a.bc /www.a.bc \\www.a.bc ~www.a.bc ~~[[www.a.bc]]~~",
      "www.a.bc@d www.a_b.cd www.-a.bc www.a..bc [[www.a.bc]]- [[www.a.bc]]. www.a.bc:123456",
      "[[www.a.bc]]:x [[www.a.bc./d]] [[http://www.a.bc/]] [[www.a.bc/?u=http://c.d/]]",
      "[[www.\xC3\xA9.fr]] [[www.a.xn--p1ai]]",
  });
  text_search off;
  off.abbreviated = abbreviated_choice::off;
  EXPECT_EQ(found_in("www.a.bc", off), urls{});
  EXPECT_EQ(found_in("www.a.bc", {}, "http://base/"), urls{}) << "only where there is no base";
  EXPECT_EQ(search("www.a.bc").found.references.at(0).delimited, delimiter::abbreviated);
}

TEST(in_text_abbreviated_names, any_host) {
  text_search host;
  host.abbreviated = abbreviated_choice::host;
  expect_marks(
      {"[[example.com]] [[a.co.uk/x]]. co.uk com [[1.2.3.4:80/]] 1.2.3 1.2.3.400 [[a.onion]] [[x.local]]",
       "file.txt a@example.com example.com@b [[www.a.bc]] e.g. i.e. [[http://example.com/a.com]]"},
      host);
}

TEST(in_text_limits, a_url_too_long_is_counted_and_never_cut) {
  text_search small;
  small.max_url = 20;
  const result output =
      search("http://a.b/1234567890http://x/ http://a.b/12345678. http://a.b/123456789", small);
  ASSERT_EQ(output.found.references.size(), 2U);
  EXPECT_EQ(output.found.references[0].raw, "http://a.b/12345678");
  EXPECT_EQ(output.found.references[1].raw, "http://a.b/123456789");
  EXPECT_EQ(output.counted.rejected[static_cast<std::size_t>(rejection::too_long)], 1U);
}

TEST(in_text_counting, incomplete_candidates) {
  const result output = search("http:// http://. mailto:x tel:x");
  EXPECT_TRUE(output.found.references.empty());
  EXPECT_EQ(output.counted.rejected[static_cast<std::size_t>(rejection::no_url)], 4U);
  EXPECT_EQ(search("note: data: a::b http: x").counted.rejected[static_cast<std::size_t>(rejection::no_url)],
            0U)
      << "a colon in prose is no candidate";
}

result search_with_utf16(std::string_view text, const text_search& options) {
  text_finder finder(options);
  result output;
  document searched;
  searched.body = text;
  finder.find_with_utf16(searched, output.found, output.counted);
  return output;
}

urls found_with_utf16(std::string_view text, const text_search& options) {
  const result output = search_with_utf16(text, options);
  urls all;
  for (const reference& link : output.found.references) all.emplace_back(link.raw);
  return all;
}

TEST(in_text_utf16, is_found_in_order_with_positions_in_the_body) {
  const std::string narrow = "see http://a.example/ and\n";
  const std::string wide =
      testing::utf16_of(U"\xFEFF\x1F600 caf\xE9: http://b.example/\xE9 www.c.example\n", false);
  const std::string text = narrow + wide + narrow + "\n" + wide;
  const result output = search_with_utf16(text, {});
  const std::size_t first = narrow.size() + 2 * 10;
  const std::size_t second = first + wide.size() + narrow.size() + 1;
  EXPECT_EQ(placed_urls(output),
            (urls{placed(4, "http://a.example/"), placed(first, "http://b.example/\xC3\xA9"),
                  placed(first + 2 * 19, "www.c.example"),
                  placed(narrow.size() + wide.size() + 4, "http://a.example/"),
                  placed(second, "http://b.example/\xC3\xA9"), placed(second + 2 * 19, "www.c.example")}));
}

TEST(in_text_utf16, begins_directly_behind_a_url) {
  EXPECT_EQ(
      found_with_utf16("see http://a.example/o=70" + testing::utf16_of(U"http://b.example/\n", false), {}),
      (urls{"http://a.example/o=70", "http://b.example/"}));
}

TEST(in_text_utf16, is_unescaped_and_refanged) {
  text_search options;
  options.refang = true;
  EXPECT_EQ(found_with_utf16("log:\n" + testing::utf16_of(U"hxxp://a[.]example/\n", false), options),
            (urls{"hxxp://a[.]example/"}));
  options = {};
  options.unescape = unescape_choice::html;
  EXPECT_EQ(found_with_utf16("log:\n" + testing::utf16_of(U"http://a.example/?x&amp;y\n", false), options),
            (urls{"http://a.example/?x&y"}));
}

// The scheme tables of text and url differ on purpose, but text must decide on every scheme with rules in
// url.
TEST(in_text, decides_on_every_scheme_of_the_url_module) {
  for (const scheme_info& row : all_schemes())
    EXPECT_NE(find_text_scheme(row.name), text_scheme::unknown) << row.name;
  std::vector<std::string_view> without_rules;
  for (const text_scheme_row& row : text_schemes)
    if (find_scheme(row.name) == nullptr) without_rules.push_back(row.name);
  EXPECT_EQ(without_rules, (std::vector<std::string_view>{"imaps", "rtmp", "mms", "s3", "url"}));
}

}  // namespace in_text_test
}  // namespace urlsieve
