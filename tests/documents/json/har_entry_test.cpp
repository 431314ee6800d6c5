// Entries of HAR files: the URLs of the exchange, and the response as an HTTP message.
#include "src/documents/json/har_entry.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace har_entry_test {
namespace {

// Returns link contexts and URLs, then the response, then "!" and the name of each damage.
std::string read(const std::string& entry) {
  har_entry_reader reader;
  slice part;
  part.bytes = entry;
  stats counted;
  const har_entry_reader::entry& found = reader.read(part, "a.har", counted);
  std::string all;
  for (const reference& link : found.references)
    all.append(link.where).append(" ").append(link.raw).append("\n");
  all.append(found.response);
  for (const damage_example& example : counted.examples) all.append("!").append(name_of(example.reason));
  return all;
}

TEST(har_entry, gives_the_urls_and_the_response) {
  EXPECT_EQ(read(R"({"_x":{"request":{"url":"no"}},"response":{"status":301,"headers":[
                    {"name":"Location","value":"\/b"},{"value":"<c>\n<d>","name":"Link"},
                    {"name":"Content-Type","value":"text/x"},{"name":"Content-Encoding","value":"gzip"}],
                    "content":{"size":1,"mimeType":"text/html; charset=gbk","text":"<a href=\"\u0078\">"},
                    "redirectURL":"\/b"},"request":{"method":"GET","url":"http:\/\/a\/","headers":
                    [{"name":"Referer","value":"http://no/"}],"postData":{"text":"http://no/"}}})"),
            "json:log.entries.request.url http://a/\njson:log.entries.response.redirectURL /b\n"
            "HTTP/1.1 301 \r\nLocation: /b\r\nLink: <c>\r\nLink: <d>\r\n"
            "Content-Type: text/html; charset=utf-8\r\n\r\n<a href=\"x\">");
}

TEST(har_entry, decodes_base64) {
  EXPECT_EQ(read(R"({"request":{"url":"http://a/"},"response":{"status":200,"headers":[],
                    "content":{"encoding":"base64","text":"w6k=","mimeType":"text/plain; charset=gbk"}}})"),
            "json:log.entries.request.url http://a/\n"
            "HTTP/1.1 200 \r\nContent-Type: text/plain; charset=gbk\r\n\r\n\xC3\xA9");
  EXPECT_EQ(
      read(R"({"request":{"url":"http://a/"},"response":{"content":{"encoding":"base64","text":"-"}}})"),
      "json:log.entries.request.url http://a/\nHTTP/1.1 200 \r\n\r\n!bad-content-encoding");
}

TEST(har_entry, uses_the_type_of_the_header_without_a_content_type) {
  EXPECT_EQ(read(R"({"request":{"url":"http://a/"},"response":{"status":200,
                    "headers":[{"name":"content-type","value":"text/css"}],"content":{"text":"x"}}})"),
            "json:log.entries.request.url http://a/\n"
            "HTTP/1.1 200 \r\nContent-Type: text/css; charset=utf-8\r\n\r\nx");
  EXPECT_EQ(read(R"({"request":{"url":"http://a/"},"response":{"status":0,"headers":[],
                    "content":{"mimeType":"x-unknown"}}})"),
            "json:log.entries.request.url http://a/\nHTTP/1.1 0 \r\n\r\n");
}

TEST(har_entry, reads_damaged_entries_up_to_the_damage) {
  EXPECT_EQ(read(R"({"request":{"url":"http://a/"},"response":{"redirectURL":"b)"),
            "json:log.entries.request.url http://a/\njson:log.entries.response.redirectURL b\n"
            "HTTP/1.1 200 \r\n\r\n!bad-record-header");
  // With a missing quote, brackets match by chance and the rest has another meaning.
  EXPECT_EQ(
      read(
          R"({"request":{"url":"http://a/"},"response":{"status":7,"redirectURL":","content":{"text":"{"}}})"),
      "json:log.entries.request.url http://a/\nHTTP/1.1 7 \r\n\r\n!bad-record-header");
  // The bracket that opens the entry is missing.
  EXPECT_EQ(read(R"("request":{"url":"http://a/"}})"),
            "json:log.entries.request.url http://a/\n!bad-record-header");
  EXPECT_EQ(read(R"({"response":{}})"), "HTTP/1.1 200 \r\n\r\n!bad-record-header");
  EXPECT_EQ(read(R"({"request":{"url":1}})"), "!bad-record-header");
  EXPECT_EQ(read("{}"), "!bad-record-header");
  EXPECT_EQ(read("{]{\"request\"}}"), "!bad-record-header");
}

}  // namespace
}  // namespace har_entry_test
}  // namespace urlsieve
