#include "src/records/record_digests.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {
namespace {

std::string header_with(std::string_view fields) {
  return "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\n" +
         std::string(fields) + "\r\n";
}

digest_check check(std::string_view fields, std::string_view block) {
  arena scratch;
  return check_digests(header_with(fields), block, scratch);
}

// The digests are those of coreutils (sha1sum, sha256sum, md5sum, base32).
constexpr std::string_view response =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";

TEST(record_digests, writes_a_digest_as_it_was_declared) {
  EXPECT_EQ(digest_as_declared("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", ""),
            "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_EQ(digest_as_declared("SHA-1:0000000000000000000000000000000000000000", "abc"),
            "SHA-1:a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(digest_as_declared("sha256:" + std::string(64, '0'), "abc"),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_as_declared("sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ====", "abc"),
            "sha256:XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ");
  EXPECT_EQ(digest_as_declared("md5:" + std::string(32, '0'), "abc"), "md5:900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(digest_as_declared("md5:SAAVBGB42JH3BVUWH56SRYL7OI", "abc"), "md5:SAAVBGB42JH3BVUWH56SRYL7OI");
  EXPECT_EQ(digest_as_declared("blake3:00", "abc"), "");
  EXPECT_EQ(digest_as_declared("sha1:short", "abc"), "");
  EXPECT_EQ(digest_as_declared("", "abc"), "");
}

TEST(record_digests, compares_block_and_payload) {
  EXPECT_EQ(check("", response).verdict, digest_verdict::none);
  EXPECT_EQ(check("WARC-Payload-Digest: blake3:AB\r\n", response).verdict, digest_verdict::none);
  const std::string block = digest_as_declared("sha1:" + std::string(32, 'A'), response);
  EXPECT_EQ(check("WARC-Block-Digest: " + block + "\r\n", response).verdict, digest_verdict::matches);
  const digest_check differs = check("WARC-Block-Digest: sha1:" + std::string(32, 'A') + "\r\n", response);
  EXPECT_EQ(differs.verdict, digest_verdict::differs);
  EXPECT_EQ(differs.detail, "WARC-Block-Digest does not match: the block has " + block);
}

TEST(record_digests, accepts_the_digest_of_a_payload_with_and_without_chunks) {
  for (const std::string_view payload :
       {std::string_view("abc"), std::string_view("3\r\nabc\r\n0\r\n\r\n")}) {
    const std::string digest = digest_as_declared("sha1:" + std::string(32, 'A'), payload);
    EXPECT_EQ(check("WARC-Payload-Digest: " + digest + "\r\n", response).verdict, digest_verdict::matches);
  }
  const std::string other = digest_as_declared("sha1:" + std::string(32, 'A'), "abcd");
  EXPECT_EQ(check("WARC-Payload-Digest: " + other + "\r\n", response).verdict, digest_verdict::differs);
}

TEST(record_digests, does_not_check_payloads_of_other_records) {
  const std::string other = "WARC-Payload-Digest: sha1:" + std::string(32, 'A') + "\r\n";
  arena scratch;
  EXPECT_EQ(check_digests("WARC/1.0\r\nWARC-Type: revisit\r\n" + other + "\r\n", response, scratch).verdict,
            digest_verdict::none);
  EXPECT_EQ(check(other + "WARC-Segment-Number: 1\r\n", response).verdict, digest_verdict::none);
  EXPECT_EQ(check(other, response).verdict, digest_verdict::differs);
}

}  // namespace
}  // namespace urlsieve
