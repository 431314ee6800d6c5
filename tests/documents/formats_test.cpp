#include "src/documents/formats.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "urlsieve/input_options.hpp"
#include "urlsieve/text_options.hpp"
#include "urlsieve/url_choices.hpp"

namespace urlsieve {
namespace formats_test {

using namespace std::string_literals;
using namespace std::string_view_literals;

std::string_view word_of(std::string_view head, bool whole = true,
                         input_format asked = input_format::automatic, std::string_view name = "x") {
  input_options options;
  options.format = asked;
  const format_match found = match_format(input_head(name, head, whole), options);
  EXPECT_EQ(found.as == nullptr, !found.skipped.empty());
  return found.as == nullptr ? std::string_view{} : found.as->word;
}

struct row {
  std::string_view head;
  std::string_view expected;  // empty: not read
};

const row rows[] = {
    {"", "text"},
    {" \r\n\t\n", "text"},
    {"\xEF\xBB\xBF", "text"},
    {"plain text with http://a.example/ in it\n", "text"},
    {"WARC/1.0\r\nWARC-Type: warcinfo\r\n", "warc"},
    {"\xEF\xBB\xBFWARC/1.1\r\n", "warc"},
    {"\r\n\r\nWARC/0.18\r\n", "warc"},
    {"WARC/1.0\r\nWARC-Type: x\r\n\r\n\0\0"sv, "warc"},
    {"WARC/ is a format", "text"},
    {"warc/1.0\r\nWARC-Type: response\r\n", "warc"},
    {"WARC/1.0\r\nContent-Length: 4\r\na line that is not a header field\r\n", "warc"},
    {"WARC/1.0", "warc"},
    {"some junk\nWARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99\r\n\r\nx", "warc"},
    {"some junk\nWARC/1.0\r\nContent-Length: 1\r\nWARC-Type: response\r\n\r\nx\r\n\r\n", "warc"},
    {"junk\n\r\nWARC/1.0\nWARC-Type: a\n folded\n\nbody", "warc"},
    {"a tail\0\x01\r\n\r\nWARC/1.0\r\nWARC-Type: x\r\n"sv, "warc"},
    {"The line WARC/1.0\nbegins records.\n", "text"},
    {"WARC/1.0 is the version,\nand WARC-Type: x a field.\n", "text"},
    {"WARC/1.0\nis the version\n", "text"},
    {"A line is\nWARC/1.0\nand so on\nWARC-Type: x\n", "text"},
    {"A record in full:\n  WARC/1.0\n  WARC-Type: x\n", "text"},
    {"A record in short:\nWARC/1.0\nWARC-Type: x\nContent-Length: 3\n\n[...] and more\n", "text"},
    {"A record begins:\nWARC/1.0\nX-Type: x\n\n", "text"},
    {"lower case in prose\nwarc/1.0\nWARC-Type: x\n", "text"},
    {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>", "http"},
    {"HTTP/1.1 200 OK\nHTTP/1.1 200 OK\n", "text"},
    {"filedesc://x.arc 0.0.0.0 20080101000000 text/plain 200\n", "arc"},
    {"http://a.example/ 192.0.2.1 20080101000000 text/html 17\nHTTP/1.0 200 OK\n", "arc"},
    {"http://a.example/ ::1 20080101000000 text/html 200 - - 33 x.arc 17\r\n", "arc"},
    {"http://a.example/ 192.0.2.1 20080101 text/html 17\n", "text"},
    {"http://a.example/ 192.0.2.1 20080101000000 text/html\n", "text"},
    {"http://a.example/ said 20080101000000 text/html 17\n", "text"},
    {" CDX N b a m s k r M S V g\n", "cdx"},
    {"\tCDX\tN\tb\ta\n", "cdx"},
    {" CDX is an index\n", "text"},
    {"com,example)/ 20240101000000 {\"url\": \"http://example.com/\"}\n", "cdx"},
    {"!OpenWayback-CDXJ 1.0\n@meta {}\ncom,example)/ 20240101000000 {}\n", "cdx"},
    {"com,example)/ 20240101000000 http://example.com/ text/html 200 SUM - - 5 0 x.gz\n", "cdx"},
    {"example.com/a 20240101000000 http://example.com/a text/html 200\n", "cdx"},
    {"com,example)/ 2024 {\"url\": \"http://example.com/\"}\n", "text"},
    {"at 20240101000000 {\"url\": \"http://example.com/\"}\n", "text"},
    {"(see) 20240101000000 or http://example.com/ for more\n", "text"},
    {"!important\n", "text"},
    {"User-agent: *\nDisallow: /\n", "robots"},
    {"# http://a.example/robots\r\n\r\nuser-agent : x\r\ncrawl-delay: 1\r\n", "robots"},
    {"\xEF\xBB\xBFSitemap: https://a.example/s.xml", "robots"},
    {"Disallow: /\n", "text"},
    {"Sitemap: see below\n", "text"},
    {"User-agent: *\nDisallow /\n", "text"},
    {"User-agent: x\nSee http://a.example/ for more: it is there\n", "text"},
    {"Host: a.example\nAccept: */*\nUser-agent: x\n", "text"},
    {"# a list\nhttp://a.example/\n", "text"},
    {"<opml version=\"2.0\"><body>", "xml"},
    {"{\"url\": \"http://a/\", \"text\": \"}\\\"{\"}\n{\"url\"", "jsonl"},
    {"{\"u\": 1, \"html\" : \"x\"}\n", "jsonl"},
    {"{\"u\": 1}\n{\"text\":\"\"}\n", "jsonl"},
    {"{\"Envelope\":{}}\n", "jsonl"},
    {"\"text\":\"a\"}\n{\"text\":\"a\"}\n{\"text\":\"a\"}\n", "jsonl"},
    {"# a comment\n{\"url\":\"http://a/\",\"text\":\"a\"}\n{\"text\":\"a\"}\n", "jsonl"},
    {"[\n{\"text\":\"a\"},\n{\"text\":\"b\"}\n]\n", "json"},
    {"  {\"a\":{\"b\":[1,2]}}", "json"},
    {"{\"links\":[\"http://a/\"]}", "json"},
    {"{\"a\":{\"text\":\"http://a/\"}}\n{\"b\":1}\n", "json"},
    {"{\n  \"text\": \"http://a/\"\n}\n", "json"},
    {"[\"http://a/\", 1, -2.5e3, true, null]", "json"},
    {"[{\"a\": [], \"b\": {}}]\n", "json"},
    {"[]\n[\"\"]\n", "json"},
    {")]}'\n[\"http://a/\"]", "json"},
    {"while(1);{\"a\":\"\\u0041\"}", "json"},
    {"{\"a\": NaN, \"b\": [-Infinity, \"\"]}", "json"},
    {"{\"a\": \"b\"}{\"a\": \"b\"} [\"c\"]", "json"},
    {"{\"a\": \"b\"}\n{\"a\": \"b\"}\n{\"a\": \"cut\n", "json"},
    {"{\"a\": \"cut\n{\"a\": \"b\"}\n{\"a\": \"b\"}\n", "json"},
    {"{\"a\":\n{\"a\": \"b\"}\n{\"a\": \"b\"}\n", "json"},
    {"{\"a\": \"b\"},\n{\"a\": \"b\"},\n", "json"},
    {"begin\n{\"a\": \"b\"}\n{\"a\": \"b\"}\n", "json"},
    {"begin\n{\"a\": \"b\"}\nmore\n{\"a\": \"b\"}\n", "text"},
    {"begin {\"a\": \"b\"}\nmore {\"a\": \"b\"}\n", "text"},
    {"[\"http://a/\", \"http://cut", "json"},
    {"\x1E{\"a\": \"http:\\/\\/b.example\\/c\"}\n\x1E[\"http://b.example/d\"]\n", "json"},
    {"\x1E{\"a\": \"b long enough for a text\"}\n\x1E{\"a\": \"cut\n\x1E{\"a\": \"b c d e f\"}\n", "json"},
    {"{\"a\":\x1E\"long enough for a text\"}\n", "text"},
    {"{}\n{}\n", "text"},
    {"[1] http://a/\n", "text"},
    {"[\"a\"] http://a/\n", "text"},
    {"[\"a\" \"b\"]", "text"},
    {"[\"a\"", "text"},
    {"{\"a\": \"b\", }", "text"},
    {"{\"a\": b}", "text"},
    {"{\"a\": \"b\"]", "text"},
    {"{{\"a\"}}", "text"},
    {"\"http://a/\"", "text"},
    {"[section]\nkey = \"x\"\n", "text"},
    {"{ this is no object }\n", "text"},
    {"{\"a\": 1} and more\n", "text"},
    {"{\n  \"a\": 1\n}\n", "json"},
    {"[1, 2]\n", "text"},
    {"<!DOCTYPE html>\n<html>", "html"},
    {"<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", "html"},
    {"\n  <HTML lang=en>", "html"},
    {"\xEF\xBB\xBF<head>", "html"},
    {"<!-- a comment --> <!-- and one --><body class=x>", "html"},
    {"<a href=\"x\">", "html"},
    {"<p>x", "html"},
    {"<p> hi http://a.example/\n<q> </rant>\n", "text"},
    {"<p> hi <i>there</i>", "html"},
    {"<p> hi\n<a href=x>", "html"},
    {"<pre><a href=\"/x\">x</a>", "html"},
    {"<TR><TD>a<TD><IMG SRC=x>", "html"},
    {"<pre>See http://a.example/</pre>", "text"},
    {"<pre-historic>", "text"},
    {"<http://a.example/> is a link\n", "text"},
    {"<abbr", "text"},
    {"<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">", "xhtml"},
    {"<?xml version=\"1.0\"?>\n<!DOCTYPE html>\n<html>", "html"},
    {"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<!-- x -->\n<DL><p>", "html"},
    {"<?xml version=\"1.0\"?>\n<x:html xmlns:x=\"http://www.w3.org/1999/xhtml\">", "xhtml"},
    {"<?xml version=\"1.0\"?>\n<rss version=\"2.0\">", "xml"},
    {"<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", "xml"},
    {"http://a.example/\nhttps://b.example/x?y\r\n\nftp://c/\n", "urls"},
    {"http://a.example/", "urls"},
    {"\xEF\xBB\xBFhttp://a.example/\n", "urls"},
    {"http://a.example/\nand text\n", "text"},
    {"http://a.example/ http://b.example/\n", "text"},
    {"http://a.example/1;http://b.example/1\nhttp://a.example/2;http://b.example/2\n", "text"},
    {"http://a.example/,\nhttp://b.example/,\nhttp://c.example/\n", "text"},
    {"http://a.example/; \r\nhttp://b.example/;\r\n", "text"},
    {"http://a.example/x',\nhttp://b.example/y',\n", "text"},
    {"http://a.example/,\nhttp://b.example/\nhttp://c.example/\n", "urls"},
    {"http://a.example/,\nhttp://b.example/;\nhttp://c.example/)\n", "urls"},
    {"http://a.example/\u3000A\nhttp://b.example/\u3000B\n", "text"},
    {"http://a.example/\u00E9\u65B0\nhttp://b.example/\n", "urls"},
    {"http://a.example/?a,b=c:d,/http://b.example/\n", "urls"},
    {"http://a.example/?u=http://b.example/,http://c.example/\n", "urls"},
    {"window.YTD.tweets.part0 = [ {\"a\" : \"http://a.example/\"} ]\n", "json"},
    {"Grailbird.data.tweets_2013_01 = \n [ {\"a\": \"http:\\/\\/a.example\"} ];\n", "json"},
    {"/**/jQuery1_2({\"a\":\"http://a.example/\"});", "json"},
    {"var a = {b: \"http://a.example/\"};\n", "text"},
    {"var a = [\"http://a.example/\"];\nvar b = 1;\n", "text"},
    {"see a = b\n", "text"},
    {"2016-10-06T00:17:09Z stderr F {\"a\":\"b\"}\n2016-10-06T00:17:10Z stderr F {\"a\":\"c\"}\n", "text"},
    {"Jan 1 00:00:00 h app[1]: {\"a\":\"b\"}\nJan 1 00:00:01 h app[1]: {\"a\":\"c\"}\n", "text"},
    {"a(\"x\", {\"a\":\"b\"}\na(\"x\", {\"a\":\"b\"}\n", "text"},
    {"a {\"a\":\"b\"}\nb\nc\n", "text"},
    {"<map version=\"1.0.1\">\n<node TEXT=\"x\"><html><a href=\"http://a.example/\">", "xml"},
    {"<map name=\"m\"><area href=\"http://a.example/\"></map>", "html"},
    {"see://\n", "text"},
    {"mailto:a@b\n", "text"},
    {"From here on we walk.\nThen we run.\n", "text"},
    {"From the start: a story\nIt goes on: well\n", "text"},
    {"\x7F"
     "ELF\x02\x01\x01\0\0"sv,
     ""},
    {"text\0text"sv, ""},
};

TEST(formats, tell_each_row) {
  for (const row& each : rows) {
    EXPECT_EQ(word_of(each.head), each.expected) << each.head;
  }
}

TEST(formats, are_recognized_only_by_the_head) {
  const std::string filler(input_head_size, 'x');
  EXPECT_EQ(word_of("{\"text\": \"" + filler, false), "jsonl");
  EXPECT_EQ(word_of("http://a.example/" + filler, false), "text") << "no line is complete";
  EXPECT_EQ(word_of("http://a.example/\nhttp://b.example/" + filler, false), "urls");
  EXPECT_EQ(word_of("text" + filler + std::string(1, '\0'), true), "text");
  EXPECT_EQ(word_of("<!--" + filler, false), "html");
  // A truncated page is HTML or text.
  const std::string page = "<!-- c -->\n<!DOCTYPE html><html><body>";
  for (std::size_t size = 26; size < page.size(); ++size)
    EXPECT_EQ(word_of(std::string_view(page).substr(0, size), false), "html") << size;
}

const std::string equals(73, '=');
constexpr std::string_view mail = "From: a\nSubject: b\n\nhttp://c/\n";
constexpr std::string_view mbox = "From a@b Thu Jan  1 00:00:00 1970\nFrom: a\n\nx\n";

TEST(formats, are_recognized_by_content) {
  EXPECT_EQ(word_of("text\n"), "text");
  EXPECT_EQ(word_of("http://a/\n"), "urls");
  EXPECT_EQ(word_of("<html>"), "html");
  EXPECT_EQ(word_of("<?xml version=\"1.0\"?><rss>"), "xml");
  EXPECT_EQ(word_of("WARC/1.0\r\nWARC-Type: response\r\n\r\n"), "warc");
  EXPECT_EQ(word_of("{\"url\": \"http://a/\"}\n"), "json");
  EXPECT_EQ(word_of("\x7F"
                    "ELF\0\0"sv),
            "");
  EXPECT_EQ(word_of("a <b> c", true, input_format::automatic, "page.html"), "html");
}

TEST(formats, of_mail_are_recognized_by_content) {
  EXPECT_EQ(word_of(mbox), "mbox");
  EXPECT_EQ(word_of(mail), "message");
  EXPECT_EQ(word_of(mail, true, input_format::automatic, "page.html"), "message");
  EXPECT_EQ(word_of(equals + "\nDate: x\n\ny\n"), "listserv");
  EXPECT_EQ(word_of("#! rnews 12\nPath: a\n"), "rnews");
  EXPECT_EQ(word_of("#! gunbatch\n\x1F\x8B"), "packed-rnews");
  EXPECT_EQ(word_of("From: a\nSubject: b\n\nbinary \0 body"sv), "message");
  EXPECT_EQ(word_of("HTTP/1.1 200 OK\r\nDate: x\r\nMIME-Version: 1.0\r\n\r\n"), "http");
}

TEST(formats, can_be_forced) {
  EXPECT_EQ(word_of(mbox, true, input_format::text), "text");
  EXPECT_EQ(word_of("text\n", true, input_format::mbox), "mbox");
  EXPECT_EQ(word_of(mbox, true, input_format::maildir), "message");
  EXPECT_EQ(word_of("text\n", true, input_format::mail), "message");
  EXPECT_EQ(word_of(mbox, true, input_format::mail), "mbox");
  EXPECT_EQ(word_of("text\n", true, input_format::news), "message");
  EXPECT_EQ(word_of("#! rnews 12\nPath: a\n", true, input_format::news), "rnews");
}

TEST(formats, of_mail_are_found_after_other_bytes) {
  const std::string body = std::string(40000, 'x') + "\n\n";
  EXPECT_EQ(word_of(std::string(9, '\0') + std::string(mbox)), "mbox");
  EXPECT_EQ(word_of(body + std::string(mbox)), "text") << "one field is not enough";
  const std::string whole = "From a@b Thu Jan  1 00:00:00 1970\nFrom: a\nTo: b\n\nx\n";
  EXPECT_EQ(word_of(body + whole), "mbox");
  EXPECT_EQ(word_of("x\0\1\2\3"sv), "");
  EXPECT_EQ(word_of("tail \x8B\0WARC/1.0\r\nWARC-Type: x\r\n"sv), "warc");
  EXPECT_EQ(word_of("the tail of WARC/1.0\r\nWARC-Type: x\r\n"sv), "text");
  EXPECT_EQ(word_of(std::string(99, '\1') + "\0\n"s + whole), "mbox");
  EXPECT_EQ(word_of("From: a\nTo: b\n\nx\n" + whole), "mbox") << "its first separator was cut off";
  EXPECT_EQ(word_of("x; y\nFrom: a\nTo: b\n\nx\n" + whole), "mbox");
  for (const std::string_view date : {"2024-05-18 12:36:23", "lun. mai 18 12:36:23 2024", "18/05/24"}) {
    const std::string line = "From a@b " + std::string(date) + "\n";
    EXPECT_EQ(word_of(line + "From: a\nTo: b\n\nx\n"), "mbox") << line;
    EXPECT_EQ(word_of(line + "wrote to me\nTo: b\n"), "text") << line;
  }
  const std::string part =
      "From: a\nTo: b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
      "Content-Type: message/rfc822\n\n" +
      whole;
  EXPECT_EQ(word_of(part), "message") << "a message in a message";
  EXPECT_EQ(word_of(part + "--b--\n\n" + whole), "message") << "the first one counts";
  EXPECT_EQ(
      word_of("From: a\nTo: b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n\n" + whole),
      "mbox");
}

TEST(formats, of_other_mailboxes_are_recognized_by_content) {
  const std::string fetch = "* 1 FETCH (RFC822 {40}\r\nFrom: a@b\r\nSubject: x\r\n\r\nbody\r\n";
  EXPECT_EQ(word_of("\1\1\1\1\nFrom: a\nTo: b\n\nx\n\1\1\1\1\n"), "mmdf");
  EXPECT_EQ(word_of("\2\nx\n\1\1\1\1\nFrom: a\nTo: b\n\nx\n\1\1\1\1\n"), "mmdf");
  EXPECT_EQ(word_of("BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n\x1F"), "babyl");
  EXPECT_EQ(word_of(fetch), "imap-fetch");
  EXPECT_EQ(word_of("* OK ready\r\na1 OK\r\n" + fetch), "imap-fetch");
  EXPECT_EQ(word_of("* 1 FETCH (FLAGS (x))\r\n* 2 EXISTS\r\n"), "text");
  EXPECT_EQ(word_of("* 1 FETCH (RFC822 {40}\r\n"), "imap-fetch");
}

TEST(formats, of_text_may_have_some_controls) {
  const std::string nineteen = "nineteen characters";
  EXPECT_EQ(word_of(nineteen + "\0"s), "text");
  EXPECT_EQ(word_of(nineteen + "\x1F"), "text");
  EXPECT_EQ(word_of(nineteen + "\0\0"s), "");
  EXPECT_EQ(word_of(nineteen + "\1\1"), "");
  EXPECT_EQ(word_of("\x03\x30\x34\x02<a>\x0F \x1Dhttp://a.example/\x1D"), "text");
  EXPECT_EQ(word_of("\x03\x30\x34\x02<a>\x0F \x1Dhttp://a.example/\x1D\0"s), "");
  EXPECT_EQ(word_of(nineteen + "\x1B\b\a\t\f"), "text");
  EXPECT_EQ(word_of("<html>" + nineteen + "\0"s), "html");
}

TEST(formats, say_where_no_line_begins_with_a_dot) {
  const std::string quiet = "From: a\nTo: b\n\nx.\n" + std::string(300, 'x') + "\n";
  const auto without_dots = [](const std::string& head) {
    return match_format(input_head("x", head, true), {}).without_dots;
  };
  EXPECT_TRUE(without_dots(quiet));
  EXPECT_TRUE(without_dots("." + quiet));
  for (std::size_t at = 16; at + 1 < quiet.size(); ++at) {
    std::string dotted = quiet;
    dotted.replace(at, 2, "\n.");
    EXPECT_FALSE(without_dots(dotted)) << at;
  }
  EXPECT_FALSE(without_dots(quiet + "."));
}

TEST(formats, have_words_and_splitters) {
  const input_options inputs;
  const text_options texts;
  std::set<std::string_view> words;
  for (const format& item : formats()) {
    EXPECT_TRUE(words.insert(item.word).second) << item.word;
    EXPECT_NE(item.make_splitter({inputs, texts, default_max_url}), nullptr) << item.word;
  }
  EXPECT_EQ(formats().back().word, "text");
}

TEST(formats, report_the_offset_of_the_first_record) {
  const format_match junk = match_format(input_head({}, "junk\nWARC/1.0\r\nWARC-Type: x\r\n", true), {});
  EXPECT_EQ(junk.as->word, "warc");
  EXPECT_EQ(junk.at, 5U);
  EXPECT_EQ(match_format(input_head({}, "WARC/1.0\r\nWARC-Type: x\r\n", true), {}).at, std::nullopt);
}

TEST(formats, names_unsupported_formats) {
  const auto named = [](std::string_view head) {
    return match_format(input_head("x", head, true), {}).skipped;
  };
  // Members of a complete zip archive are inputs; this archive is truncated.
  EXPECT_EQ(named("PK\3\4\24\0\0\0"sv), "truncated zip archive");
  const std::string local_header = std::string("PK\3\4").append(26, '\0');
  EXPECT_EQ(named(local_header + "archive/data.warc.gz"), "truncated zip archive");
  EXPECT_EQ(named(local_header + "[Content_Types].xml"), "Office Open XML document");
  EXPECT_EQ(named(local_header + "mimetypeapplication/vnd.oasis.opendocument.text"), "OpenDocument file");
  EXPECT_EQ(named("%PDF-1.7\n"), "PDF document");
  EXPECT_EQ(named("\x7F"
                  "ELF\2\1\1\0"sv),
            "ELF program");
  EXPECT_EQ(named("RIFF\0\0\0\0WEBP"sv), "WebP image");
  EXPECT_EQ(named(std::string(257, 'x') + std::string("ustar\00000", 8)),
            "tar archive with a corrupt first header");
  EXPECT_EQ(named(std::string(257, 'x') + "ustar"), "");
  // The first of two magic numbers decides, at any offsets.
  EXPECT_EQ(named("II*\0\0\0\0\0WEBP"sv), "TIFF image");
  EXPECT_EQ(named("OggS\0\0\0\0WEBP"sv), "WebP image");
  EXPECT_EQ(named("\x78\x9F\x3E\x22\1\0"sv), "Outlook attachments (TNEF, winmail.dat)");
  EXPECT_EQ(named("!BDN\0\0"sv), "Outlook folder (.pst)");
  EXPECT_EQ(named("PK is what they call him"), "");
  EXPECT_EQ(named("GIF89 is not a picture"), "");
}

TEST(formats, names_converters_of_unsupported_formats) {
  constexpr std::string_view compound = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
  const std::string docx = std::string("PK\3\4").append(26, '\0') + "word/document.xml";
  struct conversion {
    std::string_view name, head, words, converter;
  };
  const conversion conversions[] = {
      {"x.pdf", "%PDF-1.7\n", "PDF document", "pdftotext"},
      {"x.docx", docx, "Office Open XML document", "soffice"},
      {"x", "!BDN\0\0"sv, "Outlook folder (.pst)", "readpst"},
      {"x", "bplist00\xD1\1\2"sv, "binary property list (.webloc, .webarchive)", "plistutil"},
      {"x", "\xD4\xC3\xB2\xA1\2\0\4\0"sv, "packet capture (pcap)", "tshark"},
      {"x", "\n\r\r\n\x1C\0\0\0\x4D\x3C\x2B\x1A"sv, "packet capture (pcapng)", "tshark"},
      {"x", "SEQ\6\x19org.apache.hadoop.io.Text"sv, "Hadoop SequenceFile", "hadoop"},
      {"x", "\x78\x9F\x3E\x22\1\0"sv, "Outlook attachments (TNEF, winmail.dat)", "tnef"},
      {"u.1", "2 M1e C5f3a0b1c\n\1\2N          0000000000000012\n", "mailbox of Dovecot (dbox)", "doveadm"},
      {"x", "2 M1e C5f3a0b1c\nhttps://a.example/\n", "", ""},
      {"a.zip!x.MSG", compound, "Outlook message (.msg)", "msgconvert"},
      {"x.doc", compound, "Word document", "soffice"},
      {"x", compound, "Outlook message (.msg) or Office document (compound file)", "msgconvert"},
      {"x.msg", "\x89PNG\r\n\x1A\n", "PNG image", ""},
      {"x.msg", "Subject: x\n\nbody\n", "", ""},
  };
  for (const conversion& item : conversions) {
    const format_match found = match_format(input_head(item.name, item.head, true), {});
    EXPECT_EQ(found.skipped, item.words);
    EXPECT_EQ(found.converter.empty(), item.converter.empty());
    EXPECT_NE(found.converter.find(item.converter), std::string_view::npos) << found.converter;
  }
}

TEST(formats, distinguishes_pages_from_text_and_xml_with_tags) {
  struct beginning {
    std::string_view name, text, word;
  };
  const beginning beginnings[] = {
      {"README.md", "<p align=\"center\">x</p>\n# Title\n", "text"},
      {"README.MD", "<!-- x -->\n# Title\n", "text"},
      {"x", "<h1>x</h1>\n[y](https://a.example/)\n", "text"},
      {"x.html", "<h1>x</h1>\n[y](https://a.example/)\n", "html"},
      {"x.md", "<!DOCTYPE html>\n<p>[y](https://a.example/)\n", "html"},
      {"x", "<html><body>[y](https://a.example/)\n", "html"},
      {"x", "<h1>x</h1>\n<a href=/y>\n", "html"},
      {"x", "<!-- x -->\ntext\n", "text"},
      {"x", "<!-- x -->\n<small>y</small><a href=/y>\n", "html"},
      {"x", "<!-- x -->\n<config/>\n", "text"},
      {"x", "<!DOCTYPE  HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">\n<a href=/y>\n", "html"},
      {"x", "<!doctype>\n<a href=/y>\n", "html"},
      {"x", "<!DOCTYPE book SYSTEM \"x.dtd\">\n<book/>\n", "xml"},
      {"x", "<?xml version=\"1.0\"?><rss><item><![CDATA[<html><a href=x>]]></item></rss>", "xml"},
      {"x", "<!DOCTYPE book SYSTEM \"x.dtd\">\n<book><![CDATA[<html>]]></book>\n", "xml"},
      {"x", "<?xml version=\"1.0\"?>\n<!-- <a> --><?php x ?>\n<HTML lang=en>", "html"},
      {"x", "<?xml version=\"1.0\"?>\n<html lang=\"", "html"},
      {"x", "<ns0:urlset xmlns:ns0=\"http://x/\"><ns0:loc>", "xml"},
      {"x", "<atom:feed>", "xml"},
      {"x", "<Event xmlns='http://x/'><Data>", "xml"},
      {"x", "<!-- x -->\n<beans\n xmlns='http://x/'><bean href=''>", "xml"},
      {"x.xml", "<records><record>", "xml"},
      {"x.XML", "<!-- x -->\n<records><a href=y>", "xml"},
      {"x.xml", "<p>x</p>", "html"},
      {"x.xml", "see http://a.example/\n", "text"},
      {"x.md", "<Tabs xmlns='http://x/'>\n", "text"},
      {"x.html", "<my-element xmlns='http://x/'><a href=x>", "html"},
      {"x", "<my-element xmlns='http://x/'><body>", "text"},
      {"x", "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body><ref target='y'>", "xml"},
      {"x", "<!-- x -->\n<note xmlns='http://x/'><head></head>", "xml"},
      {"x", "<composition xmlns='http://www.w3.org/1999/xhtml' xmlns:y='http://x/'><body>", "text"},
      {"x", "<composition xmlns:y='http://x/'><body>", "text"},
      {"x", "<records><record>", "text"},
      {"x", "<note> the attribute xmlns=x\n", "text"},
      {"x", "BABYL OPTIONS: are\n", "text"},
      {"x", "BABYL OPTIONS:\nVersion: 5\n\x1F\f\n", "babyl"},
  };
  for (const beginning& item : beginnings) {
    const format_match found = match_format(input_head(item.name, item.text, true), {});
    ASSERT_NE(found.as, nullptr) << item.text;
    EXPECT_EQ(found.as->word, item.word) << item.text;
  }
}

TEST(formats, names_end_before_their_query_and_compression) {
  struct named {
    std::string_view name, text, word;
  };
  const named inputs[] = {
      {"s.css", "a{background:url(i.png)}", "css"},
      {"s.CSS?ver=6", "a{background:url(i.png)}", "css"},
      {"s.css.gz", "a{background:url(i.png)}", "css"},
      {"README.md.xz", "<h1>x</h1> http://a.example/", "text"},
      {"site.zip!d/s.css", "/* x */", "css"},
      {"s.css", "<!DOCTYPE html>", "html"},
      {"s.css.txt", "a{}", "text"},
      {"css", "a{}", "text"},
      {"app.js?ver=6", "x", "script"},
      {"app.js#x", "x", "script"},
      {"app.json?x", "x", "text"},
      {"p.html?x=1", "text <a href=y>", "html"},
      {"P.HTM", "text <a href=y>", "html"},
      {"a?b/p.html", "text <a href=y>", "html"},
  };
  for (const named& item : inputs) {
    input_head head(item.name, item.text, true);
    head.scripts = true;
    const format_match found = match_format(head, {});
    ASSERT_NE(found.as, nullptr) << item.name;
    EXPECT_EQ(found.as->word, item.word) << item.name;
  }
}

// A text that begins with the letters of a magic number stays a text.
TEST(formats, reads_text_that_begins_as_a_binary_file_does) {
  for (const std::string_view mark :
       {"ORC", "xar!", "GIF87a", "GIF89a", "PAR1", "!BDN", "bplist00", "MSCF", "WEBP"}) {
    const std::string text = std::string(mark) + "ID http://a.example/\n";
    const format_match found = match_format(input_head("x", text, true), {});
    ASSERT_NE(found.as, nullptr) << text;
    EXPECT_EQ(found.as->word, "text") << text;
    const std::string binary = std::string(mark) + '\1' + std::string(40, '\0');
    EXPECT_EQ(match_format(input_head("x", binary, true), {}).as, nullptr) << mark;
  }
}

// Pages in UTF-16 fill most of the head of a web archive or mailbox; the container itself has no charset.
TEST(formats, containers_of_wide_text_are_not_wide) {
  std::string page;
  for (const char c : std::string(2000, 'x') + "http://a.example/ ") page.append({c, '\0'});
  EXPECT_TRUE(find_input_encoding(input_head("x", page, false)));
  EXPECT_TRUE(find_input_encoding(input_head("x", "\xFF\xFE" + page, false)));
  // The bytes "0." and CR LF are East Asian characters in UTF-16.
  const std::string zeros = std::string(58, '0') + "\xE9\xE9";  // lines of ASCII are no UTF-16
  for (const std::string& begin :
       {"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: " + zeros + "4036\r\n\r\n",
        "http://a.example/" + zeros + " 1.2.3.4 20240101000000 text/html 4036\n",
        std::string(mbox) + zeros + "\n"}) {
    EXPECT_TRUE(find_wide_encoding(begin + page)) << begin;
    EXPECT_FALSE(find_input_encoding(input_head("x", begin + page, false))) << begin;
  }
}

}  // namespace formats_test
}  // namespace urlsieve
