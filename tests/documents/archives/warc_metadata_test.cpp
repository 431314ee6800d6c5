#include "src/documents/archives/warc_metadata.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace warc_metadata_test {

struct opened {
  std::string header, page, base, source, embedded;
  std::uint64_t bad_json = 0;
};

std::string joined(const std::vector<reference>& found) {
  std::string all;
  for (const reference& link : found)
    all.append(all.empty() ? "" : "|").append(link.where).append(" ").append(link.raw);
  return all;
}

opened open(std::string body, std::string_view media_type, std::string_view target = "http://a/dir/") {
  const std::size_t size = body.size();
  body.append(64, '\0');  // padding that open() requires
  slice part;
  part.kind = slice_kind::metadata;
  part.bytes = std::string_view(body).substr(0, size);
  part.media_type = media_type;
  part.target = target;
  metadata_reader reader;
  document out;
  std::vector<reference> header, page;
  std::string_view embedded;
  stats counted;
  reader.open(part, "input", out, header, page, embedded, counted);
  EXPECT_TRUE(out.body.empty());
  return {joined(header),        joined(page),
          std::string(out.base), std::string(out.source),
          std::string(embedded), counted.damaged[static_cast<std::size_t>(damage::bad_json)]};
}

TEST(warc_metadata, reads_the_outlinks_of_heritrix) {
  const opened result = open(
      "via: http://v/\r\nhopsFromSeed: L\r\noutlink: http://b/x?y L a/@href\r\nOutlink:http://c/ E\n\r\n"
      "outlink: mailto:x@y X =\r\noutlink: \r\n",
      "application/warc-fields");
  EXPECT_EQ(result.page,
            "metadata:outlink http://b/x?y|metadata:outlink http://c/|metadata:outlink mailto:x@y");
  EXPECT_EQ(result.header, "");
  EXPECT_EQ(result.base, "http://a/dir/");
  EXPECT_EQ(result.source, "http://a/dir/");
}

const std::string envelope =
    R"({"Container":{"Filename":"x"},"Envelope":{"Format":"WARC","WARC-Header-Length":"1",
  "WARC-Header-Metadata":{"WARC-Type":"response","WARC-Target-URI":"http://t/dir/page"},
  "Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","Trailing-Slop-Length":"4",
  "HTTP-Response-Metadata":{"Response-Message":{"Status":"200"},
    "Headers":{"Content-Type":"text/html","Location":"/moved","Link":["<l1>; rel=next","<l2>"],"Refresh":5},
    "HTML-Metadata":{
      "Links":[{"path":"A@/href","url":"a\u00e9.html","text":"no"},{"path":"IMG@/src","url":" i.png "},
               {"path":"STYLE/#text","href":"s.css"},{"path":"A@/href"},{"url":"pathless"},7],
      "Head":{"Title":"http://title/","Base":"../base/",
        "Link":[{"path":"LINK@/href","url":"/style.css","rel":"stylesheet"}],
        "Scripts":[{"path":"SCRIPT@/src","url":"s.js","type":"x"}],
        "Metas":[{"http-equiv":"Refresh","content":"1; url=r.html"},{"property":"og:url","content":"https://og/"},
                 {"name":"description","content":"words"}]}}}}}})";

TEST(warc_metadata, reads_the_links_of_wat) {
  const opened result = open(envelope, "application/json");
  EXPECT_EQ(result.header, "http:Location /moved|http:Link l1|http:Link l2");
  EXPECT_EQ(
      result.page,
      "a@href a\xC3\xA9.html|img@src i.png|style/#text s.css| pathless|link@href /style.css|script@src s.js|"
      "meta@content r.html|meta@content https://og/");
  EXPECT_EQ(result.embedded, "../base/");
  EXPECT_EQ(result.base, "http://a/dir/");
  EXPECT_EQ(result.bad_json, 0U);
  EXPECT_EQ(open(envelope, "application/json", "").base, "http://t/dir/page");
}

TEST(warc_metadata, invalid_json_of_wat_yields_nothing) {
  for (std::size_t size = 0; size < envelope.size(); size += 7) {
    const opened result = open(envelope.substr(0, size), "application/json");
    EXPECT_EQ(result.bad_json, 1U) << size;
    EXPECT_EQ(result.header + result.page, "") << size;
  }
}

TEST(warc_metadata, accepts_other_forms) {
  for (const std::string json :
       {"{}", "{\"Envelope\":5}", "{\"Envelope\":{\"Payload-Metadata\":{\"HTTP-Response-Metadata\":[1]}}}",
        "{\"Envelope\":{\"Payload-Metadata\":{\"HTTP-Response-Metadata\":{\"Headers\":[],\"HTML-Metadata\":{"
        "\"Links\":"
        "{\"a\":1},\"Head\":[{\"Base\":1}]}}}}}"}) {
    const opened result = open(json, "application/json");
    EXPECT_EQ(result.bad_json, 0U) << json;
    EXPECT_EQ(result.header + result.page, "") << json;
  }
}

TEST(metadata_content_of, recognizes_metadata_with_links) {
  const auto holds_links = [](std::string_view media_type, std::string_view body) {
    return metadata_content_of(media_type, body) == metadata_content::links;
  };
  EXPECT_TRUE(holds_links("application/warc-fields", "outlink: x"));
  EXPECT_TRUE(holds_links("", "a: b\nOutlink: x"));
  EXPECT_FALSE(holds_links("application/warc-fields", "not-outlink: x\r\nsee outlink: y"));
  EXPECT_TRUE(holds_links("application/json", " {\"Container\":{},\"Envelope\":{}}"));
  EXPECT_FALSE(holds_links("application/json", "{\"a\":1}"));
  EXPECT_FALSE(holds_links("application/json", "outlink: x"));
}

}  // namespace warc_metadata_test
}  // namespace urlsieve
