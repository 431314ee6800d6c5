#include "src/documents/http/response_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace response_file_test {

using testing::fed;

bool begins(std::string_view text) {
  return begins_response_file(input_head("x", text, true));
}

// Returns the bytes of the responses, which do not depend on the delivery.
std::vector<std::string> responses_of(std::string_view file) {
  const fed result =
      testing::split_in_every_way<response_file_splitter>(file, input_options{}, text_search{});
  std::vector<std::string> found;
  for (const auto& part : result.slices) {
    EXPECT_EQ(part.kind, slice_kind::http_message);
    EXPECT_EQ(file.substr(part.offset, part.bytes.size()), part.bytes);
    found.emplace_back(part.bytes);
  }
  return found;
}

using strings = std::vector<std::string>;

TEST(response_file, begins_with_a_status_line_and_a_field) {
  EXPECT_TRUE(begins("HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"));
  EXPECT_TRUE(begins("HTTP/2 404 \nserver: x\n"));
  EXPECT_TRUE(begins("HTTP/1.0 200\n\n<html>"));
  EXPECT_TRUE(begins("HTTP/1.1 404 " + std::string(1000, 'x') + "\nServer: x\n"));
  EXPECT_FALSE(begins("HTTP/1.1 404 " + std::string(1020, 'x') + "\nServer: x\n"));
  EXPECT_FALSE(begins("HTTP/1.1 200 OK"));
  EXPECT_FALSE(begins("HTTP/1.1 200 http://a.example/\nHTTP/1.1 404 http://b.example/\n"));
  EXPECT_FALSE(begins("HTTP/1.1 is a protocol\nServer: x\n"));
  EXPECT_FALSE(begins("HTTP status codes\n\nServer: x\n"));
}

TEST(response_file, is_one_response_if_it_succeeds) {
  for (const std::string file :
       {"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n<pre>HTTP/1.1 200 OK\r\nServer: y\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nmore than that", "HTTP/1.1 200 OK\nA: b"})
    EXPECT_EQ(responses_of(file), strings{file});
}

TEST(response_file, has_responses_in_sequence) {
  const std::string last = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>";
  for (const std::string first :
       {"HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\n", "HTTP/1.0 200 Connection established\r\n\r\n",
        "HTTP/1.1 302 Found\r\nContent-Length: 4\r\n\r\nHTTP",
        "HTTP/2 302 \ntransfer-encoding: chunked\n\n<p>moved to HTTP/1.1",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst"})
    EXPECT_EQ(responses_of(first + last), (strings{first, last}));
}

TEST(response_file, ends_at_a_header_if_its_length_is_unknown_or_wrong) {
  const std::string next = "HTTP/2 302 \r\nlocation: /gone\r\n\r\n";
  for (const std::string length : {"", "content-length: 3\r\n", "content-length: 99\r\n"})
    for (const std::string body : {"{\"next\":\"/n\"}\n", "{}", "</html>", "<img/>", "x\r\n", "<!-- -->",
                                   "<pre>x</pre>\n", "\x89PNG\x82"}) {
      const std::string first = "HTTP/2 200 \r\n" + length + "\r\n" + body;
      EXPECT_EQ(responses_of(first + next + first), (strings{first, next, first})) << body;
    }
}

TEST(response_file, has_responses_that_it_quotes) {
  const std::string fields = "Content-Type: text/html\r\nServer: x\r\n\r\n";
  for (const std::string& quote :
       {"<pre>\r\nHTTP/1.1 200 OK\r\n" + fields, "<p>HTTP/1.1 200 OK\r\n" + fields,
        "as in: HTTP/1.1 200 OK\r\n" + fields, "'HTTP/1.1 200 OK\r\n" + fields,
        "</pre><pre>x\n\nHTTP/1.1 200 OK\r\n" + fields, std::string("HTTP/1.1 200 OK\nServer: x\n\n"),
        std::string("\r\nHTTP/1.1 200 OK\r\nServer: x\r\nand more\r\n\r\n"),
        std::string("\r\nHTTP/1.1 200 OK\r\nx: y\r\n\r\n")}) {
    const std::string file = "HTTP/1.1 200 OK\r\nServer: y\r\n\r\nbody " + quote + "<a href=x>";
    EXPECT_EQ(responses_of(file), strings{file});
  }
  const std::string quoted = "a\r\nHTTP/1.1 200 OK\r\n" + fields;
  const std::string file =
      "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(quoted.size()) + "\r\n\r\n" + quoted;
  EXPECT_EQ(responses_of(file), strings{file}) << "the length is right";
}

TEST(response_file, is_text_if_it_is_too_large) {
  input_options options;
  options.max_document = 100;
  const std::string file = "HTTP/1.1 200 OK\r\nA: b\r\n\r\n" + std::string(5000, ' ') + "http://a.example/\n";
  const fed result = testing::split_in_every_way<response_file_splitter>(file, options, text_search{});
  std::size_t size = 0;
  for (const auto& part : result.slices) {
    EXPECT_EQ(part.kind, slice_kind::whole);
    size += part.bytes.size();
  }
  EXPECT_EQ(size, file.size());
  EXPECT_EQ(result.damaged(damage::too_large), 1U);
}

}  // namespace response_file_test
}  // namespace urlsieve
