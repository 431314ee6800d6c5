#include "src/documents/captured_payload.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/documents/archives/warc.hpp"
#include "tests/documents/written_warc.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace captured_payload_test {

using testing::warc_record;

std::string response(std::string_view fields, std::string_view status, std::string_view body) {
  return warc_record("response", std::string("Content-Type: application/http\r\n").append(fields),
                     std::string("HTTP/1.1 ").append(status).append("\r\nX: y\r\n\r\n").append(body));
}

// Reads the payload of the only record of an archive.
captured_payload payload_of(const std::string& archive) {
  const std::string padded = archive + std::string(64, '\0');
  warc_splitter splitter{input_options()};
  std::vector<slice> slices;
  stats counted;
  static_cast<void>(
      splitter.split(std::string_view(padded).substr(0, archive.size()), 0, true, "in", slices, counted));
  EXPECT_EQ(slices.size(), 1U);
  return slices.empty() ? captured_payload() : read_payload(slices[0]);
}

TEST(captured_payload, is_the_digest_or_the_stored_payload) {
  constexpr std::string_view digest = "WARC-Payload-Digest: sha1:ABC\r\n";
  const captured_payload declared = payload_of(response(digest, "200 OK", "x"));
  EXPECT_TRUE(declared.is_page);
  EXPECT_EQ(payload_of(response("warc-payload-digest:sha1:abc\r\n", "200", "y")).content, declared.content);
  EXPECT_NE(payload_of(response("WARC-Payload-Digest: sha1:ABD\r\n", "200 OK", "x")).content,
            declared.content);
  EXPECT_EQ(
      payload_of(warc_record("revisit", std::string("Content-Type: application/http\r\n").append(digest),
                             "HTTP/1.1 200 OK\r\nX: y\r\n\r\n"))
          .content,
      declared.content);
  const captured_payload stored = payload_of(response("", "200 OK", "x"));
  EXPECT_TRUE(stored.is_page);
  EXPECT_NE(stored.content, declared.content);
  EXPECT_EQ(payload_of(response("X-Other: z\r\n", "200 Fine", "x")).content, stored.content);
  EXPECT_NE(payload_of(response("", "200 OK", "xy")).content, stored.content);
  EXPECT_EQ(payload_of(response("", "103 Early Hints\r\n\r\nHTTP/1.1 200 OK", "x")).content, stored.content);
  const captured_payload resource = payload_of(warc_record("resource", "Content-Type: text/plain\r\n", "x"));
  EXPECT_TRUE(resource.is_page);
  EXPECT_EQ(resource.content, stored.content);
  EXPECT_FALSE(payload_of(warc_record("conversion", "Content-Type: text/plain\r\n", "x")).is_page);
}

TEST(captured_payload, needs_a_success_and_a_payload) {
  for (const std::string_view status :
       {"404 Not Found", "301 Moved", "304 Not Modified", "206 Partial", "OK"})
    EXPECT_FALSE(payload_of(response("", status, "x")).is_page) << status;
  EXPECT_EQ(payload_of(response("", "200 OK", "")).content, fingerprint());
  for (const std::string_view digest :
       {"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "SHA256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ====",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "md5:d41d8cd98f00b204e9800998ecf8427e"})
    EXPECT_EQ(
        payload_of(response(std::string("WARC-Payload-Digest: ").append(digest) + "\r\n", "200", "")).content,
        fingerprint())
        << digest;
}

}  // namespace captured_payload_test
}  // namespace urlsieve
