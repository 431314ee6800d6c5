#include "src/codec/content_encoding.hpp"

#include <brotli/encode.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/codec/packed.hpp"
#include "tests/oracle/lzw_writer.hpp"

namespace urlsieve {
namespace content_encoding_test {

using namespace testing;

std::string brotli_pack(std::string_view plain) {
  std::size_t size = BrotliEncoderMaxCompressedSize(plain.size()) + 16;
  std::string packed(size, '\0');
  BrotliEncoderCompress(5, 22, BROTLI_MODE_TEXT, plain.size(),
                        reinterpret_cast<const std::uint8_t*>(plain.data()), &size,
                        reinterpret_cast<std::uint8_t*>(packed.data()));
  packed.resize(size);
  return packed;
}

struct row {
  const char* codings;
  std::string body;
};

std::vector<row> rows(std::string_view plain) {
  return {{"gzip", pack(compression::gzip, plain)},
          {" X-GZip ", pack(compression::gzip, plain)},
          {"deflate", zlib_pack(plain, 15)},
          {"deflate", zlib_pack(plain, -15)},
          {"br", brotli_pack(plain)},
          {"zstd", pack(compression::zstd, plain)},
          {"identity", std::string(plain)},
          {"", std::string(plain)},
          {"gzip, br", brotli_pack(pack(compression::gzip, plain))},
          {"br,identity, gzip", pack(compression::gzip, brotli_pack(plain))}};
}

TEST(content_encoding, decodes_each_coding) {
  content_decoder decoder;
  arena out;
  for (const std::size_t size : {0U, 1U, 1000U, 200000U}) {
    const std::string plain = prose(size);
    for (const row& each : rows(plain)) {
      const decoded_content content = decoder.decode(each.codings, each.body, {}, out);
      EXPECT_EQ(content.status, decode_status::ok) << each.codings << ' ' << size;
      EXPECT_EQ(content.bytes, plain) << each.codings << ' ' << size;
    }
  }
}

TEST(content_encoding, returns_the_bytes_before_a_fault_and_names_the_fault) {
  content_decoder decoder;
  const std::string plain = prose(3000);
  for (const row& each : rows(plain)) {
    if (each.body == plain) continue;
    for (std::size_t size = 1; size < each.body.size(); size += 13) {
      arena out;
      const decoded_content content = decoder.decode(each.codings, each.body.substr(0, size), {}, out);
      EXPECT_NE(content.status, decode_status::ok) << each.codings << ' ' << size;
      EXPECT_EQ(content.bytes, plain.substr(0, content.bytes.size())) << each.codings << ' ' << size;
    }
  }
  arena out;
  std::string body = pack(compression::gzip, plain);
  EXPECT_EQ(decoder.decode("gzip", body.substr(0, body.size() - 3), {}, out).status,
            decode_status::truncated);
  EXPECT_EQ(decoder.decode("gzip", body.substr(0, body.size() - 3), {}, out).bytes, plain);
  body.back() ^= 1;
  const decoded_content bad_size = decoder.decode("gzip", body, {}, out);
  EXPECT_EQ(bad_size.status, decode_status::corrupt);
  EXPECT_EQ(bad_size.bytes, plain);
}

TEST(content_encoding, keeps_within_its_bound) {
  content_decoder decoder;
  const std::string plain(std::size_t{8} << 20, 'a');
  for (const row& each : rows(plain)) {
    if (each.body == plain) continue;
    arena out;
    const std::string_view name = each.codings;
    if (name.find(',') != std::string_view::npos) continue;
    const decoded_content by_size = decoder.decode(name, each.body, {100000, 1e9}, out);
    EXPECT_EQ(by_size.status, decode_status::too_large) << name;
    EXPECT_EQ(by_size.bytes.size(), 100000U) << name;
    EXPECT_EQ(decoder.decode(name, each.body, {plain.size(), 1e9}, out).status, decode_status::ok) << name;
    EXPECT_EQ(decoder.decode(name, each.body, {plain.size() - 1, 1e9}, out).status, decode_status::too_large);
    const decoded_content by_ratio = decoder.decode(name, each.body, {plain.size(), 10}, out);
    EXPECT_EQ(by_ratio.status, decode_status::too_large) << name;
    EXPECT_EQ(by_ratio.bytes.size(), ratio_free) << name;
  }
}

TEST(content_encoding, reads_all_members_and_ignores_trailing_bytes) {
  content_decoder decoder;
  arena out;
  const std::string two = pack(compression::gzip, "one ") + pack(compression::gzip, "two");
  EXPECT_EQ(decoder.decode("gzip", two, {}, out).bytes, "one two");
  const decoded_content junk = decoder.decode("gzip", two + "junk", {}, out);
  EXPECT_EQ(junk.status, decode_status::ok);
  EXPECT_EQ(junk.bytes, "one two");
}

TEST(content_encoding, goes_by_the_bytes_where_the_label_is_wrong) {
  content_decoder decoder;
  arena out;
  for (const std::size_t size : {300U, 100000U}) {
    const std::string plain = prose(size);
    const std::vector<std::string> bodies{
        pack(compression::gzip, plain), pack(compression::zstd, plain), pack(compression::bzip2, plain),
        pack(compression::xz, plain),   zlib_pack(plain, 15),           brotli_pack(plain)};
    for (const std::string& body : bodies)
      for (const char* const label : {"br", "gzip", "deflate", "zstd", "compress", "bzip2", "xz", "bogus",
                                      "gzip, br", "gzip,gzip", "identity, br", "aws-chunked, gzip"}) {
        const decoded_content content = decoder.decode(label, body, {}, out);
        EXPECT_EQ(content.status, decode_status::ok) << label;
        EXPECT_TRUE(content.bytes == plain) << label;
      }
  }
}

TEST(content_encoding, ignores_a_label_that_was_not_applied) {
  content_decoder decoder;
  arena out;
  const std::string page = "<p>a page of text</p>";
  EXPECT_EQ(decoder.decode("gzip, gzip", pack(compression::gzip, page), {}, out).bytes, page);
  EXPECT_EQ(decoder.decode("zstd, br", pack(compression::gzip, page), {}, out).bytes, page);
  EXPECT_EQ(decoder.decode("zstd, gzip", pack(compression::gzip, page), {}, out).status, decode_status::ok);
}

TEST(content_encoding, decodes_compress) {
  content_decoder decoder;
  const std::string plain = prose(70000);
  const std::string packed = oracle::lzw_written(plain);
  for (const char* const label : {"compress", "X-Compress", "gzip", "br"}) {
    arena out;
    EXPECT_EQ(decoder.decode(label, packed, {}, out).bytes, plain) << label;
    EXPECT_EQ(decoder.decode(label, packed, {1000, 1e9}, out).status, decode_status::too_large) << label;
  }
}

// Text may begin like a brotli stream; only a stream that decodes to its end counts.
TEST(content_encoding, does_not_take_text_for_brotli) {
  content_decoder decoder;
  arena out;
  for (int first = 0x20; first < 0x7F; ++first)
    for (const char* const rest : {"", "x", "33333333", " is what it says\n"}) {
      const std::string text = static_cast<char>(first) + std::string(rest);
      EXPECT_NE(decoder.decode("gzip", text, {}, out).status, decode_status::ok) << text;
    }
}

TEST(content_encoding, reports_unknown_codings) {
  content_decoder decoder;
  arena out;
  EXPECT_EQ(decoder.decode("sdch", "body", {}, out).status, decode_status::unknown_coding);
  EXPECT_EQ(decoder.decode("compress", "body", {}, out).status, decode_status::corrupt);
  EXPECT_EQ(decoder.decode("gzip, sdch", "body", {}, out).status, decode_status::unknown_coding);
  EXPECT_EQ(decoder.decode("gzip,gzip,gzip,gzip,gzip,gzip,gzip,gzip,gzip", "body", {}, out).status,
            decode_status::unknown_coding);
  const decoded_content plain = decoder.decode("gzip", "<html>not packed", {}, out);
  EXPECT_EQ(plain.status, decode_status::corrupt);
  EXPECT_TRUE(plain.bytes.empty());
  EXPECT_FALSE(content_decoder::plausible("gzip", "<html>"));
  EXPECT_FALSE(content_decoder::plausible("deflate", "\x06"));
  EXPECT_TRUE(content_decoder::plausible("X-Gzip", pack(compression::gzip, "x")));
  EXPECT_TRUE(content_decoder::plausible("br", "anything"));
}

}  // namespace content_encoding_test
}  // namespace urlsieve
