// The examples of AWS's documentation ("Authenticating Requests: Using the Authorization Header").
#include "src/transfer/s3_signing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/transfer/digests.hpp"

namespace urlsieve {
namespace s3_signing_test {

constexpr std::time_t midnight = 1369353600;  // 2013-05-24 00:00 UTC

std::string signature_of(s3_call call, const std::string& token = {}) {
  call.host = "examplebucket.s3.amazonaws.com";
  if (call.payload_hash.empty()) call.payload_hash = hex_of(sha256(""));
  const s3_credentials credentials{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", token};
  for (const std::string& signed_header : signed_headers(call, credentials, "us-east-1", midnight))
    if (signed_header.starts_with("Authorization: "))
      return signed_header.substr(signed_header.rfind('=') + 1);
  return "none";
}

TEST(s3_signing, examples_of_aws) {
  s3_call get{"GET", "", "/test.txt", {}, {{"range", "bytes=0-9"}}, ""};
  EXPECT_EQ(signature_of(get), "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  s3_call put{"PUT",
              "",
              '/' + s3_escaped("test$file.text", true),
              {},
              {{"date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
              hex_of(sha256("Welcome to Amazon S3."))};
  EXPECT_EQ(signature_of(put), "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
  EXPECT_EQ(signature_of({"GET", "", "/", {{"lifecycle", ""}}, {}, ""}),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  EXPECT_EQ(signature_of({"GET", "", "/", {{"prefix", "J"}, {"max-keys", "2"}}, {}, ""}),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

TEST(s3_signing, a_token_is_signed_and_sent) {
  const s3_call get{"GET", "host", "/", {}, {}, hex_of(sha256(""))};
  EXPECT_NE(signature_of(get), signature_of(get, "token"));
  const auto sent = signed_headers(get, {"a", "b", "token"}, "us-east-1", midnight);
  EXPECT_EQ(std::count(sent.begin(), sent.end(), "x-amz-security-token: token"), 1);
  EXPECT_NE(sent.back().find("host;x-amz-content-sha256;x-amz-date;x-amz-security-token"), std::string::npos);
  for (const std::string& text : sent) EXPECT_EQ(text.find("b\n"), std::string::npos);
}

TEST(s3_signing, escapes) {
  EXPECT_EQ(s3_escaped("a b/c+d~e%_.-\xC3\xBC", true), "a%20b/c%2Bd~e%25_.-%C3%BC");
  EXPECT_EQ(s3_escaped("a/b=&", false), "a%2Fb%3D%26");
  EXPECT_EQ(query_of({"GET", "", "/", {{"b", "2"}, {"a", ""}, {"a-", "1"}}, {}, ""}), "a-=1&a=&b=2");
}

TEST(digests, of_published_vectors) {
  EXPECT_EQ(hex_of(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex_of(md5("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(hex_of(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const char* const rfc4648[][2] = {{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"}};
  for (const auto& row : rfc4648) EXPECT_EQ(base64_of(row[0]), row[1]);
}

TEST(digests, running_digests_equal_digests_of_the_whole) {
  const std::string bytes(1000, 'a');
  running_digest sha(digest_algorithm::sha256);
  running_digest md(digest_algorithm::md5);
  for (const std::size_t piece : {1U, 64U, 999U, 1000U}) {
    sha.restart();
    md.restart();
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      sha.add(std::string_view(bytes).substr(at, piece));
      md.add(std::string_view(bytes).substr(at, piece));
    }
    std::string sha_bytes(32, '\0');
    std::string md_bytes(16, '\0');
    sha.finish(sha_bytes);
    md.finish(md_bytes);
    EXPECT_EQ(sha_bytes, sha256(bytes)) << piece;
    EXPECT_EQ(md_bytes, md5(bytes)) << piece;
  }
}

TEST(digests, running_digests_refuse_a_wrong_size) {
  running_digest sha(digest_algorithm::sha256);
  sha.restart();
  std::string too_short(16, '\0');
  EXPECT_THROW(sha.finish(too_short), std::runtime_error);
}

}  // namespace s3_signing_test
}  // namespace urlsieve
