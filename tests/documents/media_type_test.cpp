#include "src/documents/media_type.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>

namespace urlsieve {
namespace media_type_test {

using namespace std::string_literals;
using namespace std::string_view_literals;

std::string_view name_of(const std::optional<media>& type) {
  constexpr std::string_view names[] = {"text", "url_list", "html", "xhtml", "xml", "css", "json"};
  return type ? names[static_cast<unsigned>(*type)] : "none"sv;
}

struct media_case {
  std::string_view content_type, bytes, expected;
};

TEST(media_of, follows_the_label_where_the_bytes_do_not_contradict) {
  for (const auto& [content_type, bytes, expected] : {
           media_case{"text/html", "hello", "html"},
           {"Text/HTML ; Charset=x", "<p>", "html"},
           {"text/html", "", "html"},
           {"application/xhtml+xml", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>",
            "xhtml"},
           {"application/xml", "<root/>", "xml"},
           {"text/xml; charset=utf-8", "<rss>", "xml"},
           {"application/rss+xml", "<rss>", "xml"},
           {"application/atom+xml;type=entry", "<feed>", "xml"},
           {"image/svg+xml", "<svg>", "xml"},
           {"text/css", "a{}", "css"},
           {"application/json", "{}", "json"},
           {"application/ld+json", "{}", "json"},
           {"text/plain", "see <b>", "text"},
           {"text/markdown", "# x", "text"},
           {"text/csv", "a,b", "text"},
           {"application/x-ndjson", "{}\n{}", "text"},
           {"image/png", "\x89PNG\r\n\x1A\n", "none"},
           {"video/mp4", "", "none"},
           {"application/pdf", "%PDF-1.4", "none"},
           {"application/javascript", "var a;", "text"},
           {"text/javascript", "var a;", "text"},
           {"text/javascript1.5", "var a;", "text"},
           {"application/typescript", "let a: b;", "text"},
           {"application/x-yaml", "a: b", "text"},
           {"application/yaml", "a: b", "text"},
           {"application/openapi+yaml;version=3", "a: b", "text"},
           {"application/x-sh", "#!/bin/sh", "text"},
           {"application/sql", "SELECT 1;", "text"},
           {"application/toml", "a = 1", "text"},
           {"application/x-ruby", "puts 1", "text"},
           {"application/octet-shell", "x", "none"},
           {"application/zip", "PK\x03\x04", "none"},
           {"font/woff2", "wOF2", "none"},
           {"text/dns", "20240518", "none"},
       })
    EXPECT_EQ(name_of(media_of(content_type, bytes)), expected) << content_type << " " << bytes;
}

TEST(media_of, reads_labels_with_faults) {
  for (const auto& [content_type, bytes, expected] : {
           media_case{"text/html charset=utf-8", "see <a href=/x>", "html"},
           {"text/html\tcharset=utf-8", "x", "html"},
           {" Text/HTML charset=utf-8; x", "x", "html"},
           {"text/htm", "see <a href=/x>", "html"},
           {"application/json charset=utf-8", "{}", "json"},
           {"text/css charset=utf-8", "a{}", "css"},
           {"image/png charset=utf-8", "x", "none"},
           // No usable label: the bytes decide.
           {"text/html:charset=utf-8", "<style>", "html"},
           {"text/html&charset=utf-8", "<div><a href=/x>", "html"},
           {"\"text/html\"", "<a href=/x>", "html"},
           {"text/*", "<a href=/x>", "html"},
           {"text/", "<a href=/x>", "html"},
           {"text/plain:x", "see <a href=/x>", "text"},
           {"text/*", "see <a href=/x>", "text"},
           {"image/png:x", "\x89PNG\r\n\x1A\n", "none"},
       })
    EXPECT_EQ(name_of(media_of(content_type, bytes)), expected) << content_type << " " << bytes;
  EXPECT_EQ(essence_of("text/html charset=utf-8"), "text/html");
  EXPECT_TRUE(is_readable("text/html charset=utf-8"));
  EXPECT_FALSE(is_readable("text/html:charset=utf-8"));
  EXPECT_FALSE(is_foreign("image/png:x"));
}

TEST(media_of, reads_text_with_urls_under_a_label_of_no_text) {
  for (const auto& [content_type, bytes, expected] : {
           media_case{"audio/x-pn-realaudio", "rtsp://a.example/b.rm\n", "text"},
           {"video/x-ms-asf", "<asx><entry><ref href='http://a.example/'/></entry></asx>", "text"},
           {"application/x-plist", "<?xml version='1.0'?><plist/>", "xml"},
           {"image/svg", "<svg xmlns='http://www.w3.org/2000/svg'>", "xml"},
           {"application/vnd.x", "{\"a\": \"http:\\/\\/a.example\"}", "json"},
           {"application/html", "<div><a href=/x>", "html"},
           {"application/x-wiki", "see http://a.example/", "text"},
           {"application/x-json", "{}", "json"},
           {"application/x-xml", "<a/>", "xml"},
           {"application/csv", "a,b", "text"},
           {"image/png", "\x89PNG\r\n\x1A\n http://a.example/", "none"},
           {"application/zip", "see http://a.example/ \0"sv, "none"},
           {"application/pdf", "%PDF-1.4 http://a.example/", "none"},
           {"application/rtf", "{\\rtf1 http://a.example/}", "none"},
           {"application/x-www-form-urlencoded", "u=http://a.example/", "none"},
           {"application/x-bittorrent", "d8:announce17:http://a.example/e", "none"},
           {"image/gif", "no page", "none"},
       })
    EXPECT_EQ(name_of(media_of(content_type, bytes)), expected) << content_type << " " << bytes;
}

TEST(media_of, reads_a_declared_page_however_many_nuls_it_holds) {
  std::string page = "<!DOCTYPE html><a href='/x'>";
  page.append(40, '\0');
  std::string fragment = "see ";
  fragment.append(40, '\0').append("<a href='/x'>");
  EXPECT_EQ(name_of(media_of("text/html", page)), "html");
  EXPECT_EQ(name_of(media_of("text/html; charset=utf-8", fragment)), "html");
  EXPECT_EQ(name_of(media_of("text/plain", page)), "none");
  EXPECT_EQ(name_of(media_of("image/png", page)), "none");
  EXPECT_EQ(name_of(media_of("", fragment)), "none");
  const std::string controls = "<!DOCTYPE html>" + std::string(40, '\x01');
  EXPECT_EQ(name_of(media_of("text/html", controls)), "none");
}

TEST(media_of, believes_the_bytes_where_they_contradict) {
  for (const auto& [content_type, bytes, expected] : {
           media_case{"text/html", "\x89PNG\r\n\x1A\n\0\0\0\rIHDR"sv, "none"},
           {"text/html", "%PDF-1.4\n%\xE2\xE3", "none"},
           {"text/html; charset=utf-8", "\xFF\xD8\xFF\xE0\0\x10JFIF"sv, "none"},
           {"text/html", "\x1F\x8B\x08\0\0\0"sv, "none"},
           {"text/plain", "<!DOCTYPE html><html>", "html"},
           {"text/plain", "\xEF\xBB\xBF\n <!-- c --> <HTML lang=en>", "html"},
           {"text/plain", "<h1>About</h1> this", "text"},
           {"text/plain", "<?xml version=\"1.0\"?><a/>", "xml"},
           {"text/css", "<!doctype html>", "html"},
           {"application/json", "<html><body>error", "html"},
           {"image/jpeg", "<!DOCTYPE html><title>404</title>", "html"},
           {"application/javascript", "<html>", "html"},
           {"text/html", "<?xml version='1.0'?>\n<rss version='2.0'>", "xml"},
           {"text/html", "<urlset xmlns='x'>", "xml"},
           {"text/html", "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>",
            "html"},
           {"text/html", "<?xml version='1.0'?>\n<!-- c --><partial-response><changes>", "xml"},
           {"text/html", "\xEF\xBB\xBF<?xml version='1.0'?><Results count='1'>", "xml"},
           {"text/html", "<?xml version='1.0'?><div><a href=x>", "html"},
           {"text/html", "<?xml version='1.0'?>text <results>", "html"},
           {"text/html", "<results>", "html"},
           {"application/xml", "<!doctype html><p>", "html"},
           {"application/xml", "<?xml version='1.0'?><html>", "xhtml"},
       })
    EXPECT_EQ(name_of(media_of(content_type, bytes)), expected) << content_type << " " << bytes;
}

TEST(media_of, sniffs_where_there_is_no_usable_label) {
  for (const std::string_view content_type :
       {"", "application/octet-stream", "garbage", "unknown/unknown", "/", "; charset=x"})
    for (const auto& [unused, bytes, expected] : {
             media_case{"", "<!doctype html>", "html"},
             {"", "<a href=x>", "html"},
             {"", "<address>", "text"},
             {"", "<!-- c --><div>", "html"},
             {"", "<?xml version='1.0'?><x/>", "xml"},
             {"", "<feed xmlns='http://www.w3.org/2005/Atom'>", "xml"},
             {"", " {\"a\":1}", "json"},
             {"", "[{\"a\":1}]", "json"},
             {"", "[1] see http://x/", "text"},
             {"", "plain", "text"},
             {"", "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>", "html"},
             {"", "GIF89a\x01\0"sv, "none"},
             {"", "any\0thing"sv, "none"},
         })
      EXPECT_EQ(name_of(media_of(content_type, bytes)), expected) << content_type << " | " << bytes;
}

TEST(media_of, reads_responses_of_apis_as_json_under_any_label_of_text) {
  for (const std::string_view content_type : {"", "text/html", "text/plain; charset=utf-8", "text/javascript",
                                              "application/javascript", "application/octet-stream"})
    for (const auto& [unused, bytes, is_json] : {
             std::tuple{"", R"({"a": 1})"sv, true},
             {"", " \n[ {\"a\\\"b\" : 1} ]\n"sv, true},
             {"", R"()]}',
{"a": 1})"sv,
              true},
             {"", R"(for(;;);{"a": 1})"sv, true},
             {"", R"(cb({"a": 1});)"sv, true},
             {"", R"(/**/ jQuery12_3.$x ( [{"a": 1}] ) ; )"sv, true},
             {"", R"({"a": 1)"sv, false},
             {"", R"({"a": 1} and text)"sv, false},
             {"", "{\"a\": [true, false, null, -1.5e3]}\n{\"b\": \"//\"}"sv, true},
             {"", "{\"a\": 1}\nGET http://a.example/\n{\"b\": 1}"sv, false},
             {"", "{\"a\": 1, // http://a.example/\n\"b\": 1}"sv, false},
             {"", "{\"a\": truer}"sv, false},
             {"", "{\"a\": \"}"sv, false},
             {"", R"({a: 1})"sv, false},
             {"", R"({"a"; 1})"sv, false},
             {"", R"(if (x) {"a": 1})"sv, false},
             {"", R"(x = {"a": 1};)"sv, false},
             {"", R"((function(){"a"; return 1})())"sv, false},
         }) {
      const std::string_view found = name_of(media_of(content_type, bytes));
      if (is_json || !content_type.empty()) {
        const bool may_be_cut = bytes == R"({"a": 1)" || bytes == R"({"a": "})";
        EXPECT_EQ(found == "json", is_json || (may_be_cut && content_type.ends_with("stream")))
            << content_type << " | " << bytes;
      }
    }
  EXPECT_EQ(name_of(media_of("text/css", R"({"a": 1})")), "css");
  EXPECT_EQ(name_of(media_of("application/json-seq",
                             "\x1E{\"a\": \"b long enough for a text\"}\n\x1E{\"a\": \"b\"}\n")),
            "json");
  EXPECT_EQ(name_of(media_of("image/png", R"({"a": 1})")), "none");
}

TEST(media_of, recognizes_drawings_and_manifests_of_streams) {
  EXPECT_EQ(name_of(media_of("", "<svg xmlns='http://www.w3.org/2000/svg'>")), "xml");
  EXPECT_EQ(name_of(media_of("", "<svg>")), "text");
  EXPECT_EQ(name_of(media_of("", "<!-- x --><Event a='b' xmlns='http://x/'>")), "html") << "a comment";
  EXPECT_EQ(name_of(media_of("", "<Event a='b' xmlns='http://x/'>")), "xml");
  EXPECT_EQ(name_of(media_of("", "<kml xmlns:x='http://x/'>")), "xml");
  EXPECT_EQ(name_of(media_of("", "<kml xmlnsx='http://x/'>")), "text");
  EXPECT_EQ(name_of(media_of("", "<span xmlns='http://x/'>")), "text");
  EXPECT_EQ(name_of(media_of("", "<ns0:urlset xmlns:ns0='http://x/'>")), "xml");
  EXPECT_EQ(name_of(media_of("text/plain", "<atom:feed>")), "xml");
  EXPECT_EQ(name_of(media_of("text/plain", "<atom:feedback>")), "text");
  EXPECT_EQ(name_of(media_of("video/vnd.mpeg.dash.mpd", "<MPD>")), "xml");
}

TEST(media_of, bears_a_few_controls_in_a_page_but_no_binary) {
  EXPECT_EQ(name_of(media_of("text/html", "<html><a h\0ref='/x'>some text, and more of it, goes here</a>"sv)),
            "html");
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::string noise(2000, ' ');
    for (char& c : noise) c = static_cast<char>(random());
    EXPECT_EQ(name_of(media_of("text/html", noise)), "none");
  }
}

TEST(media_of, reads_logs_of_irc) {
  const std::string_view log =
      "\x03"
      "4<a>\x03 \x02x\x02 \x1Fy\x0F";
  EXPECT_EQ(name_of(media_of("text/plain", log)), "text");
  EXPECT_EQ(name_of(media_of("text/x-log; charset=utf-8", log)), "text");
  EXPECT_EQ(name_of(media_of("text/plain", std::string(log) + '\0')), "none");
  EXPECT_EQ(name_of(media_of("text/plain", "\x01\x02\x03\x04")), "none");
}

TEST(media_of, bears_utf_16) {
  EXPECT_EQ(name_of(media_of("text/html", "\xFF\xFE<\0h\0t\0m\0l\0>\0"sv)), "html");
  EXPECT_EQ(name_of(media_of("text/html; charset=utf-16le", "<\0h\0t\0m\0l\0>\0"sv)), "html");
}

TEST(media_of, does_not_take_three_letters_for_a_signature) {
  EXPECT_EQ(name_of(media_of("text/plain", "ID3 tags are described at http://id3.org/")), "text");
  EXPECT_EQ(name_of(media_of("text/plain", "PK\x03\x04\0\0"sv)), "none");
}

TEST(media_of, reads_only_the_front) {
  const std::string page = std::string(sniffed_bytes, ' ') + "\0\0\0\0\0\0\0\0\0\0"s;
  EXPECT_EQ(name_of(media_of("", page)), "text");
}

TEST(skipped_type_name, names_the_type) {
  EXPECT_EQ(skipped_type_name("Image/PNG; x=y", ""), "image/png");
  EXPECT_EQ(skipped_type_name("text/html", "\xFF\xD8\xFF\xE0"), "image/jpeg");
  EXPECT_EQ(skipped_type_name("", "\0\0\0\0\0\0"sv), "application/octet-stream");
}

TEST(charset_parameter, reads_the_spellings_that_servers_use) {
  EXPECT_EQ(charset_parameter("text/html; charset=utf-8"), "utf-8");
  EXPECT_EQ(charset_parameter("text/html;CHARSET=\"ISO-8859-1\""), "ISO-8859-1");
  EXPECT_EQ(charset_parameter("text/html; a=b; charset = 'x' ; c=d"), "x");
  EXPECT_EQ(charset_parameter("text/html; charset=utf-8,text/html"), "utf-8");
  EXPECT_EQ(charset_parameter("text/html; charset="), "");
  EXPECT_EQ(charset_parameter("text/html; charset=\"utf-8"), "utf-8");
  EXPECT_EQ(charset_parameter("text/html"), "");
  EXPECT_EQ(charset_parameter("charset=utf-8"), "");
}

}  // namespace media_type_test
}  // namespace urlsieve
