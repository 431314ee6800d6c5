#include "src/documents/multipart_body.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace urlsieve {
namespace multipart_body_test {

using texts = std::vector<std::string>;

class part_list final : public document_sink {
 public:
  void add_document(const document&) override { FAIL(); }
  void add_part(const document& opened, related_parts& others) override {
    constexpr std::string_view names[] = {"text", "url_list", "html",   "xhtml",  "xml",     "css",
                                          "json", "cdx",      "robots", "script", "playlist"};
    parts.push_back(std::string(opened.part) + ' ' +
                    std::string(names[static_cast<std::size_t>(opened.type)]) + ' ' +
                    std::string(opened.body));
    bases.emplace_back(opened.base);
    for (const std::string_view raw : {"cid:page@x", "CID:other@x", "cid:absent@x", "http://a/"})
      if (others.find_internal(raw, nullptr, false).is_part) internal.emplace_back(raw);
  }
  void add_references(const document&, std::span<const reference>) override { FAIL(); }
  void add_redirect(std::string_view, std::string_view, redirect_kind) override { FAIL(); }

  texts parts;
  texts bases;
  texts internal;
};

struct opened_body {
  texts parts;
  texts bases;
  texts internal;
  stats counted;

  [[nodiscard]] std::uint64_t damaged(damage reason) const {
    return counted.damaged[static_cast<std::size_t>(reason)];
  }
};

opened_body read(std::string body, std::string_view type) {
  const std::size_t size = body.size();
  body.append(64, ' ');
  document whole;
  whole.body = std::string_view(body).substr(0, size);
  whole.base = whole.source = "http://site.example/dir/";
  static multipart_body_reader reader(script_bodies::as_text, {});
  part_list sink;
  opened_body result;
  reader.read(whole, type, sink, result.counted);
  result.parts = sink.parts;
  result.bases = sink.bases;
  result.internal = sink.internal;
  return result;
}

TEST(multipart_body, types_each_part_by_its_header_and_bytes) {
  const opened_body found = read(
      "preamble\r\n--B\r\n"
      "Content-Disposition: form-data; name=\"u\"\r\n\r\nhttp://field.example/\r\n--B\r\n"
      "Content-Type: text/html\r\n\r\n<a href=x>\r\n--B \r\n"
      "Content-Type: application/json\r\n\r\n{}\r\n--B\r\n"
      "Content-Type: application/octet-stream\r\n\r\n<!doctype html>\r\n--B\r\n"
      "Content-Type: image/png\r\n\r\n\x89PNG\r\n--B\r\n"
      "Content-Type: text/plain\r\nContent-Transfer-Encoding: "
      "base64\r\n\r\naHR0cDovL2I2NC5leGFtcGxlLw==\r\n--B\r\n"
      "\r\nno header\r\n--B\r\n"
      "Content-Type: text/html\r\n\r\n\r\n--B--\r\nepilogue",
      "multipart/form-data; boundary=B");
  EXPECT_EQ(found.parts, (texts{" text preamble\r\n", "1 text http://field.example/", "2 html <a href=x>",
                                "3 json {}", "4 html <!doctype html>", "6 text http://b64.example/",
                                "7 text no header", " text epilogue"}));
  EXPECT_EQ(found.counted.skipped.count("type:image/png"), 1U);
  EXPECT_EQ(found.damaged(damage::bad_message), 0U);
}

TEST(multipart_body, loses_no_text_outside_parts_and_headers) {
  EXPECT_EQ(
      read("--B\r\nno header\r\n--B\r\nContent-Type: text/html\r\nno field: x\r\nbody\r\n--B--\r\n \r\n",
           "multipart/mixed; boundary=B")
          .parts,
      (texts{"1 text no header", "2 html body"}));
  const opened_body closed = read("front\r\n--B--\r\nbehind", "multipart/mixed; boundary=B");
  EXPECT_EQ(closed.parts, (texts{" text front\r\n", " text behind"}));
  EXPECT_EQ(closed.damaged(damage::bad_message), 0U);
}

TEST(multipart_body, numbers_nested_parts) {
  const std::string inner = "--I\r\nContent-Type: text/html\r\n\r\none\r\n--I\r\n\r\ntwo\r\n--I--\r\n";
  EXPECT_EQ(read("--O\r\nContent-Type: multipart/mixed; boundary=\"I\"\r\n\r\n" + inner +
                     "\r\n--O\r\n\r\nthree\r\n--O--",
                 "multipart/related; type=x; boundary=\"O\"")
                .parts,
            (texts{"1.1 html one", "1.2 text two", "2 text three"}));
}

TEST(multipart_body, knows_other_parts_and_their_locations) {
  const opened_body found = read(
      "--B\nContent-ID: <page@x>\nContent-Location: http://other.example/page\n\na\n--B\n"
      "content-id: <other@x>\nContent-Location: relative\n\nb\n--B--\n",
      "multipart/related; boundary=B");
  EXPECT_EQ(found.parts, (texts{"1 text a", "2 text b"}));
  EXPECT_EQ(found.bases, (texts{"http://other.example/page", "http://site.example/dir/"}));
  EXPECT_EQ(found.internal, (texts{"cid:page@x", "CID:other@x", "cid:page@x", "CID:other@x"}));
}

TEST(multipart_body, reads_an_unreadable_body_as_text) {
  for (const std::string_view type :
       {"multipart/mixed", "multipart/mixed; boundary=\"\"", "multipart/mixed; boundary=C"}) {
    const opened_body found = read("--B\r\n\r\na\r\n--B--\r\n", type);
    EXPECT_EQ(found.parts, (texts{" text --B\r\n\r\na\r\n--B--\r\n"})) << type;
    EXPECT_EQ(found.damaged(damage::bad_message), 1U);
  }
  EXPECT_EQ(read("--B\r\n\r\nnot closed", "multipart/x-mixed-replace;boundary=B").parts,
            (texts{"1 text not closed"}));
  EXPECT_EQ(read("--B--\r\n", "multipart/mixed; boundary=B").parts, (texts{}));
  EXPECT_EQ(read("--B\r\n", "multipart/mixed; boundary=B").parts, (texts{}));
}

TEST(multipart_body, limits_the_nesting) {
  std::string body = "deep";
  std::string type = "text/plain";
  for (int level = 0; level < 20; ++level) {
    const std::string boundary = "b" + std::to_string(level);
    body = "--" + boundary + "\r\nContent-Type: " + type + "\r\n\r\n" + body + "\r\n--" + boundary + "--\r\n";
    type = "multipart/mixed; boundary=" + boundary;
  }
  const opened_body found = read(body, type);
  EXPECT_EQ(found.parts.size(), 1U);
  EXPECT_EQ(found.damaged(damage::too_deep), 1U);
}

}  // namespace multipart_body_test
}  // namespace urlsieve
