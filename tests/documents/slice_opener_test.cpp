#include "src/documents/slice_opener.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "src/codec/compression.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/mail_options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace slice_opener_test {

class telling_sink final : public document_sink {
 public:
  void add_document(const document& opened) override {
    const bool is_table = opened.fields.delimiter != '\0';
    told.append(opened.type == media::robots ? "robots " : is_table ? "table " : "document ");
    told.append(opened.body) += '\n';
  }
  void add_part(const document& opened, related_parts&) override { add_document(opened); }
  void add_references(const document& context, std::span<const reference> found) override {
    EXPECT_EQ(context.body, "");
    for (const reference& link : found) told.append(link.where).append(" ").append(link.raw) += '\n';
  }
  void add_redirect(std::string_view from, std::string_view to, redirect_kind) override {
    told.append("redirect ").append(from).append(" ").append(to) += '\n';
  }
  std::string told;
};

std::string told_of(slice_kind kind, std::string bytes, std::string_view media_type = {},
                    std::string_view target = "http://a.example/", stats* counts = nullptr) {
  slice part;
  part.kind = kind;
  part.target = target;
  part.media_type = media_type;
  const std::size_t size = bytes.size();
  bytes.append(64, '\0');  // padding that open() requires
  part.bytes = std::string_view(bytes).substr(0, size);
  telling_sink sink;
  stats counted;
  const input_options inputs;
  const mail_options mail;
  slice_opener(inputs, mail, url_options(), script_bodies::as_text).open(part, "input", sink, counted);
  if (counts != nullptr) *counts = counted;
  return sink.told;
}

TEST(slice_opener, separates_header_and_body) {
  EXPECT_EQ(told_of(slice_kind::http_message,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: </x>; rel=next\r\n\r\n<a href=y>"),
            "http:Link /x\ndocument <a href=y>\n");
}

TEST(slice_opener, unfolds_calendars_cards_and_ldif_in_responses) {
  const auto body_of = [](const std::string& type, const std::string& body) {
    return told_of(slice_kind::http_message, "HTTP/1.1 200 OK\r\n" + type + "\r\n" + body);
  };
  EXPECT_EQ(body_of("Content-Type: text/calendar; charset=utf-8\r\n", "URL:http://a/b\n c\n"),
            "document URL: http://a/bc\n\n");
  EXPECT_EQ(body_of("Content-Type: text/plain\r\n", "BEGIN:VCARD\nURL:http\\://a/b\n c\n"),
            "document BEGIN: VCARD\nURL: http://a/bc\n\n");
  EXPECT_EQ(body_of("", "BEGIN:VCALENDAR\nURL:http://a/b\n c\n"),
            "document BEGIN: VCALENDAR\nURL: http://a/bc\n\n");
  EXPECT_EQ(body_of("Content-Type: text/x-ldif\r\n", "dn: a\nu: http://a/b\n c\n"),
            "document dn: a\nu: http://a/bc\n\n");
  EXPECT_EQ(body_of("Content-Type: text/plain\r\n", "URL:http://a/b\n c\n"),
            "document URL:http://a/b\n c\n\n");
}

TEST(slice_opener, opens_messages_in_responses) {
  const auto body_of = [](const std::string& type, const std::string& body) {
    return told_of(slice_kind::http_message, "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + body);
  };
  const std::string message =
      "From: a@b\nSubject: c\nContent-Transfer-Encoding: quoted-printable\n\nhttp://d/=3D=\ne\n";
  const std::string separator = "From a@b Thu Jan  1 00:00:00 1970\n";
  EXPECT_EQ(body_of("message/rfc822", message), "document http://d/=e\n\n");
  EXPECT_EQ(body_of("Message/RFC822; charset=utf-8", message), "document http://d/=e\n\n");
  EXPECT_EQ(body_of("application/mbox", separator + message + "\n" + separator + message),
            "document http://d/=e\n\n\ndocument http://d/=e\n\n");
  EXPECT_EQ(body_of("text/plain", separator + message), "document http://d/=e\n\n");
  EXPECT_EQ(body_of("text/plain", message), "document " + message + "\n");
  EXPECT_EQ(body_of("message/rfc822", "http://d/=3D\n"), "document http://d/=3D\n\n");
}

std::string gzipped(std::string_view plain) {
  std::string packed(1024, '\0');
  const encode_step step = make_encoder(compression::gzip)->encode(plain, packed, true);
  EXPECT_TRUE(step.finished);
  packed.resize(step.produced);
  return packed;
}

// Returns what a record with this body delivers. A resource, and a response, must deliver the same.
std::string told_of_body(std::string_view type, const std::string& body,
                         std::string_view target = "http://a.example/") {
  stats of_record;
  stats of_response;
  const std::string field = type.empty() ? "" : "Content-Type: " + std::string(type) + "\r\n";
  const std::string record = told_of(slice_kind::body, body, type, target, &of_record);
  EXPECT_EQ(record, told_of(slice_kind::http_message, "HTTP/1.1 200 OK\r\n" + field + "\r\n" + body, {},
                            target, &of_response));
  EXPECT_EQ(of_record.skipped, of_response.skipped);
  EXPECT_EQ(of_record.damaged, of_response.damaged);
  return record;
}

TEST(slice_opener, opens_bodies_of_records_like_bodies_of_responses) {
  const std::string message = "From: a@b\nSubject: c\nContent-Transfer-Encoding: base64\n\naHR0cDovL2Qv\n";
  const std::string separator = "From a@b Thu Jan  1 00:00:00 1970\n";
  EXPECT_EQ(told_of_body("message/rfc822", message), "document http://d/\n");
  EXPECT_EQ(told_of_body("application/mbox", separator + message), "document http://d/\n");
  EXPECT_EQ(told_of_body("text/plain", separator + message), "document http://d/\n");
  EXPECT_EQ(told_of_body("multipart/mixed; boundary=x", "--x\r\nContent-Type: text/html\r\n\r\n<a>\r\n--x--"),
            "document <a>\n");
  EXPECT_EQ(told_of_body("text/html", gzipped("<a href=b>")), "document <a href=b>\n");
  EXPECT_EQ(told_of_body("text/csv", gzipped("a,b")), "table a,b\n");
  const std::string sitemap = gzipped("<urlset>");
  for (const std::string_view type : {"application/gzip", "application/octet-stream", "text/xml", ""})
    EXPECT_EQ(told_of_body(type, sitemap, "http://a.example/sitemap.xml.gz"), "document <urlset>\n") << type;
  EXPECT_EQ(told_of_body("application/gzip", sitemap), "");
  EXPECT_EQ(told_of_body("text/calendar", "URL:http://a/b\n c\n"), "document URL: http://a/bc\n\n");
  EXPECT_EQ(told_of_body("text/plain", std::string("s\0e\0e\0 \0h\0t\0t\0p\0:\0/\0/\0a\0/\0", 26)),
            "document see http://a/\n");
  EXPECT_EQ(told_of_body("text/plain", "\x89PNG\r\n\x1A\n"), "");
  EXPECT_EQ(told_of_body("image/png", "<!doctype html><a>"), "document <!doctype html><a>\n");
  EXPECT_EQ(told_of_body("image/png", "x"), "");
  EXPECT_EQ(told_of_body("text/plain", ""), "");
}

// Returns ASCII in UTF-16, little-endian.
std::string in_utf16(std::string_view ascii, std::string_view mark = "\xFF\xFE") {
  std::string wide(mark);
  for (const char c : ascii) wide.append(1, c).push_back('\0');
  return wide;
}

TEST(slice_opener, decodes_utf16_before_it_reads_tables_and_folded_lines) {
  const std::string calendar = "URL:http://a.example/b\n c\n";
  const std::string unfolded = "document URL: http://a.example/bc\n\n";
  EXPECT_EQ(told_of_body("text/calendar", in_utf16(calendar)), unfolded);
  EXPECT_EQ(told_of_body("text/calendar; charset=utf-16", in_utf16(calendar)), unfolded);
  EXPECT_EQ(told_of_body("text/calendar; charset=UTF-16LE", in_utf16(calendar, "")), unfolded);
  EXPECT_EQ(told_of_body("text/x-ldif", in_utf16("u: http://a.example/b\n c\n")),
            "document u: http://a.example/bc\n\n");
  EXPECT_EQ(told_of_body("text/csv", in_utf16("a,http://a.example/,b\n")), "table a,http://a.example/,b\n\n");
  // Finders of markup and style sheets decode these bytes.
  const std::string sheet = in_utf16("@import 'http://a.example/';");
  EXPECT_EQ(told_of_body("text/css", sheet), "document " + sheet + "\n");
}

TEST(slice_opener, opens_mailboxes_without_a_type) {
  const std::string mailbox =
      "From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b\nContent-Transfer-Encoding: base64\n\naHR0cDovL2Qv\n";
  for (const std::string_view type : {"", "application/octet-stream", "text/plain", "application/mbox"}) {
    EXPECT_EQ(told_of_body(type, mailbox), "document http://d/\n") << type;
    EXPECT_EQ(told_of_body(type, "\xEF\xBB\xBF" + mailbox), "document http://d/\n") << type;
  }
  EXPECT_EQ(told_of_body("text/markdown", mailbox), "document " + mailbox + "\n");
}

TEST(slice_opener, opens_messages_without_a_type_by_their_name) {
  const std::string message = "From: a@b\nSubject: c\nContent-Transfer-Encoding: base64\n\naHR0cDovL2Qv\n";
  for (const std::string_view type : {"", "application/octet-stream", "text/plain; charset=utf-8"})
    for (const std::string_view url :
         {"http://a.example/b.eml", "ftp://a.example/b.MHT", "http://a.example/b.mhtml?c=d"})
      EXPECT_EQ(told_of_body(type, message, url), "document http://d/\n") << type << url;
  EXPECT_EQ(told_of_body("text/plain", message, "http://a.example/b.txt"), "document " + message + "\n");
  EXPECT_EQ(told_of_body("text/html", message, "http://a.example/b.eml"), "document " + message + "\n");
  EXPECT_EQ(told_of_body("text/plain", "a: b\n\nc", "http://a.example/b.eml"), "document a: b\n\nc\n");
}

TEST(slice_opener, reads_robots_txt_in_records_under_any_label) {
  for (const std::string_view type : {"text/plain", "text/html", ""}) {
    const std::string told =
        told_of_body(type, "User-agent: *\nSitemap: /s.xml\n", "http://a.example/robots.txt");
    EXPECT_EQ(told, "robots User-agent: *\nSitemap: /s.xml\n\n") << type;
  }
}

TEST(slice_opener, reports_redirects_with_the_url_of_their_document) {
  EXPECT_EQ(told_of(slice_kind::http_message, "HTTP/1.1 301 Moved\r\nLocation: /new\r\n\r\n"),
            "redirect http://a.example/ /new\nhttp:Location /new\n");
}

}  // namespace slice_opener_test
}  // namespace urlsieve
