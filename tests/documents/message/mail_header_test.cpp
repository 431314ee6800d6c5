#include "src/documents/message/mail_header.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace mail_header_test {

mail_header read(const std::string& text, bool of_message = true, std::size_t from = 0) {
  static boundary_stack open;
  if (open.size() == 0) open.push("b");
  mail_header_reader reader(header_choice::links);
  mail_header header;
  reader.read(text, from, of_message, open, 0, header);
  return header;
}

TEST(mail_header, keeps_the_fields_that_say_how_the_body_is_read) {
  const std::string text =
      "Subject: x\r\nContent-Type:text/html;\r\n\tcharset=x\r\nCONTENT-ID: <a>\r\nContent-Location : y\r\n"
      "Content-Base: z\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: 8bit\r\nMESSAGE-id: "
      "<m>\r\n"
      "Content-Type: second\r\n\r\nbody";
  const mail_header header = read(text);
  EXPECT_EQ(header.content_type, "text/html;\r\n\tcharset=x");
  EXPECT_EQ(header.content_id, "<a>");
  EXPECT_EQ(header.content_location, "y");
  EXPECT_EQ(header.content_base, "z");
  EXPECT_EQ(header.disposition, "inline");
  EXPECT_EQ(header.transfer_encoding, "8bit");
  EXPECT_EQ(header.message_id, "<m>");
  EXPECT_EQ(text.substr(header.end), "body");
  EXPECT_FALSE(header.is_cut);
}

TEST(mail_header, fields_at_its_edges_count) {
  EXPECT_EQ(read("Content-Type: a/b").content_type, "a/b");
  EXPECT_EQ(read("Content-Type: a/b\n").content_type, "a/b");
  EXPECT_EQ(read("X: y\nContent-Type: a/b").content_type, "a/b");
  EXPECT_EQ(read("Content-Type: a/b\n\nContent-ID: x\n").content_id, "");
  EXPECT_EQ(read("\n\nContent-Type: a/b\n\n", true).content_type, "a/b");
  EXPECT_EQ(read("\nContent-Type: a/b\n\n", false).content_type, "");
}

TEST(mail_header, ends_at_a_delimiter) {
  const mail_header header = read("X: y\n--b\nContent-Type: a/b\n\n");
  EXPECT_TRUE(header.is_cut);
  EXPECT_EQ(header.end, 5U);
  EXPECT_EQ(header.content_type, "");
  EXPECT_TRUE(read("--b\n", false).is_cut);
  EXPECT_FALSE(read("X: y\n--bb\n\n").is_cut);
}

TEST(mail_header, is_empty_without_fields) {
  for (const std::string text : {"plain text\n", "http://example.com/", "", ": x\n", "two words: x\n"}) {
    const mail_header header = read(text);
    EXPECT_EQ(header.end, 0U) << text;
    EXPECT_EQ(header.fields, "") << text;
  }
  EXPECT_TRUE(is_mail_field("Name : value", 0));
  EXPECT_FALSE(is_mail_field("name", 0));
}

// The parser skips continuation lines of unwanted fields; nothing in these lines is a field.
TEST(mail_header, unwanted_fields_hide_nothing) {
  for (const std::string first :
       {"X-Foo: a\n Content-Base: c\n", "Content-Foo: a\n\tContent-Base: c\n", "Mess: a\n  --b\n",
        "X-Long: https://a/\n\thttps://b/\n \n", "Content-ID: <1>\nContent-ID: <2>\n Content-Base: c\n"}) {
    const std::string text = first + "Content-Type: a/b\nMessage-ID: <m>\n\nbody";
    for (const std::string& whole : {text, "To: x\n" + text}) {
      const mail_header header = read(whole);
      EXPECT_EQ(header.content_type, "a/b") << whole;
      EXPECT_EQ(header.message_id, "<m>") << whole;
      EXPECT_EQ(header.content_base, "") << whole;
      EXPECT_EQ(header.link_count, 0U) << whole;
      EXPECT_EQ(whole.substr(header.end), "body") << whole;
    }
  }
}

// Skipped lines must not hide wanted fields at any offset.
TEST(mail_header, finds_a_field_behind_lines_of_any_length) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text =
        "Received: " + std::string(size, 'x') + "\n\tby y\nContent-Type: a/b\nTo: z\n\nbody";
    const mail_header header = read(text);
    ASSERT_EQ(header.content_type, "a/b") << size;
    ASSERT_EQ(text.substr(header.end), "body") << size;
  }
}

// After a header without a terminating empty line, the first line that is not a field begins the body.
TEST(mail_header, ends_before_a_line_that_is_not_a_field) {
  const auto body = [](const std::string& text) { return text.substr(read(text).end); };
  EXPECT_EQ(body("Subject: x\nHello http://a/\n"), "Hello http://a/\n");
  EXPECT_EQ(body("Subject: x\n folded\nHello\n\nmore"), "Hello\n\nmore");
  EXPECT_EQ(body("Subject: x\r\n<html>\r\n  <body>\r\n\r\n</html>"), "<html>\r\n  <body>\r\n\r\n</html>");
  EXPECT_EQ(body("Subject: x\nhttp://a/ first\n\n"), "http://a/ first\n\n");
  EXPECT_EQ(body("Subject: x\nHello,\nNote: this\n\nmore"), "Hello,\nNote: this\n\nmore");
  EXPECT_EQ(body("Subject: x\r\r\nTo: y\r\r\n\r\r\nbody\r\r\n"), "\r\r\nbody\r\r\n");
  // A continuation line without its leading space does not begin the body: fields of the header follow.
  EXPECT_EQ(body("Received: from x\nby y; z\nContent-Type: a/b\n\nbody"), "body");
  EXPECT_EQ(body("Subject: x\nHello\nX-Spam: y\n z\n\nbody"), "body");
  const std::string part = "Content-Type: text/html\n<p>\n--b\n";
  const mail_header cut = read(part);
  EXPECT_FALSE(cut.is_cut);
  EXPECT_EQ(cut.end, 24U);
  EXPECT_EQ(cut.content_type, "text/html");
}

TEST(mail_header, takes_nothing_from_a_body_that_it_was_not_closed_before) {
  const std::string text = "Subject: x\nHello\nContent-Type: text/html\nX-Url: http://a/\nthere\n\n";
  const mail_header header = read(text);
  EXPECT_EQ(header.content_type, "");
  EXPECT_EQ(header.link_count, 0U);
  EXPECT_EQ(header.fields, "Subject: x\n");
  EXPECT_EQ(read("X-Url: http://b/\nHello\nX-Url: http://a/\nthere\n\n").link_count, 1U);
}

TEST(mail_header, ends_where_the_first_part_of_its_multipart_begins) {
  const auto body = [](const std::string& text) { return text.substr(read(text).end); };
  for (const std::string type : {"boundary=xx", "boundary=\"xx\"; a=b", "a=b;\n boundary=xx\n"})
    EXPECT_EQ(body("Content-Type: multipart/mixed; " + type + "\n--xx\nContent-Type: a/b\n\nc"),
              "--xx\nContent-Type: a/b\n\nc")
        << type;
  EXPECT_EQ(body("Content-Type: multipart/mixed\n--any\nContent-Type: a/b\n\nc"),
            "--any\nContent-Type: a/b\n\nc");
  EXPECT_EQ(body("Content-Type: multipart/mixed; boundary=xx\n--x\nTo: y\n\nc"), "c");
  EXPECT_EQ(body("Content-Type: text/plain; boundary=xx\n--xx\nTo: y\n\nc"), "c");
}

}  // namespace mail_header_test
}  // namespace urlsieve
