#include "src/codec/transfer_encoding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "src/text/encodings/quoted_printable.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace transfer_encoding_test {

TEST(transfer_encoding, is_named_in_many_ways) {
  using enum transfer_encoding;
  constexpr std::pair<std::string_view, transfer_encoding> cases[] = {
      {"", identity},
      {"7bit", identity},
      {"8BIT", identity},
      {"Binary", identity},
      {" 7-bit ", identity},
      {"8 bit", identity},
      {"\t7bits", identity},
      {"6bit", unknown},
      {"base9000", unknown},
      {"\"7bit\"", identity},
      {"(a comment)", identity},
      {"quoted-printable", quoted_printable},
      {"Quoted-Printable;", quoted_printable},
      {" QUOTED-PRINTABLE ; charset=x", quoted_printable},
      {"quoted_printable", quoted_printable},
      {"quoted-printable (by (some \\) gateway))", quoted_printable},
      {"(first) base64", base64},
      {"base64\r\n\t", base64},
      {"Base-64", base64},
      {"'base64'", base64},
      {"x-uuencode", uuencode},
      {"X-UUE", uuencode},
      {"uuencode", uuencode},
      {"uue", uuencode},
      {"x-yencode", unknown},
      {"base64x", unknown},
      {"iso-8859-1", unknown},
      {"(never closed base64", identity},
      {"quoted-printable-and-much-more-behind-it", unknown},
      {"\xC3\xA9", unknown},
  };
  for (const auto& [value, expected] : cases) EXPECT_EQ(find_transfer_encoding(value), expected) << value;
}

struct decoded_by_value {
  std::string bytes;
  std::string rest;
  bool damaged = false;
};

decoded_by_value decoded(transfer_encoding encoding, std::string_view body) {
  arena buffer;
  const decoded_transfer output = decode_transfer(encoding, body, buffer);
  return {std::string(output.bytes), std::string(output.rest), output.damaged};
}

TEST(transfer_encoding, returns_unencoded_bodies_in_place) {
  arena buffer;
  const std::string_view body = "see =3D here";
  for (const transfer_encoding encoding : {transfer_encoding::identity, transfer_encoding::unknown}) {
    const decoded_transfer output = decode_transfer(encoding, body, buffer);
    EXPECT_EQ(output.bytes.data(), body.data());
    EXPECT_EQ(output.bytes.size(), body.size());
    EXPECT_FALSE(output.damaged);
  }
  EXPECT_EQ(buffer.used(), 0U);
}

TEST(transfer_encoding, decodes_into_the_arena) {
  arena buffer;
  const decoded_transfer first = decode_transfer(transfer_encoding::quoted_printable, "a=3Db", buffer);
  const decoded_transfer second = decode_transfer(transfer_encoding::base64, "Zm9vYmFy", buffer);
  EXPECT_EQ(first.bytes, "a=b");
  EXPECT_EQ(second.bytes, "foobar");
  EXPECT_EQ(second.bytes.data(), first.bytes.data() + 3);
  EXPECT_EQ(buffer.used(), 9U);
}

TEST(transfer_encoding, keeps_the_text_behind_base64) {
  const std::string line(76, 'Q');
  const std::string footer = "_______________\nfriends mailing list\nhttp://lists.example.org/friends\n";
  const decoded_by_value padded = decoded(transfer_encoding::base64, line + "\nQQ==\n" + footer);
  EXPECT_EQ(padded.bytes.size(), 58U);
  EXPECT_EQ(padded.rest, footer);
  const decoded_by_value shorter = decoded(transfer_encoding::base64, line + "\nQUFB\n\n" + footer);
  EXPECT_EQ(shorter.bytes.size(), 60U);
  EXPECT_EQ(shorter.rest, footer);
  EXPECT_FALSE(shorter.damaged);
}

TEST(transfer_encoding, stray_bytes_do_not_end_base64) {
  const std::string line = std::string(30, 'Q') + "!" + std::string(46, 'Q');
  const decoded_by_value output = decoded(transfer_encoding::base64, line + "\n" + line + "\nQQ==\n");
  EXPECT_EQ(output.bytes.size(), 115U);
  EXPECT_EQ(output.rest, "");
  EXPECT_TRUE(output.damaged);
}

TEST(transfer_encoding, text_under_a_wrong_name_is_text) {
  const std::string text = "Hello, see http://example.org/ for more.\nBye\n";
  for (const transfer_encoding encoding : {transfer_encoding::base64, transfer_encoding::uuencode}) {
    const decoded_by_value output = decoded(encoding, text);
    EXPECT_EQ(output.bytes, "");
    EXPECT_EQ(output.rest, text);
    EXPECT_TRUE(output.damaged);
  }
}

TEST(transfer_encoding, nothing_is_not_damaged) {
  for (const transfer_encoding encoding : {transfer_encoding::quoted_printable, transfer_encoding::base64}) {
    EXPECT_FALSE(decoded(encoding, "").damaged);
    EXPECT_FALSE(decoded(encoding, "\n").damaged);
  }
}

TEST(transfer_encoding, reads_uuencode) {
  const std::string body = "begin 644 cat.txt\n#0V%T\n`\nend\n";
  const decoded_by_value output = decoded(transfer_encoding::uuencode, body + "a footer\n");
  EXPECT_EQ(output.bytes, "Cat");
  EXPECT_EQ(output.rest, "a footer\n");
  EXPECT_FALSE(output.damaged);
  EXPECT_TRUE(decoded(transfer_encoding::uuencode, "begin 644 cat.txt\n#0V%T\n").damaged);
}

// The scanner reads whole vectors after the decoded bytes; AddressSanitizer reports missing padding.
TEST(transfer_encoding, pads_decoded_bodies) {
  for (std::size_t size = 1; size < 300'000; size = size * 2 + 1) {
    for (const transfer_encoding encoding :
         {transfer_encoding::quoted_printable, transfer_encoding::base64}) {
      arena buffer;
      const std::string body(size, 'Q');
      const decoded_transfer output = decode_transfer(encoding, body, buffer);
      std::string_view readable(output.bytes.data(), output.bytes.size() + decoding_slack);
      EXPECT_LE(std::count(readable.begin(), readable.end(), '\0'), static_cast<long>(readable.size()));
    }
  }
}

// Encoded files of the tests of another library, and their originals.
TEST(transfer_encoding, decodes_the_files_of_another_library) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/mime/MimeKit/encoders");
  const std::string photo = testing::read_file(*folder / "photo.jpg");
  const decoded_by_value base64 =
      decoded(transfer_encoding::base64, testing::read_file(*folder / "photo.b64"));
  EXPECT_TRUE(base64.bytes == photo);
  EXPECT_FALSE(base64.damaged);
  const decoded_by_value uuencode =
      decoded(transfer_encoding::uuencode, testing::read_file(*folder / "photo.uu"));
  EXPECT_TRUE(uuencode.bytes == photo);
  EXPECT_FALSE(uuencode.damaged);
  const decoded_by_value quoted =
      decoded(transfer_encoding::quoted_printable, testing::read_file(*folder / "wikipedia.qp"));
  EXPECT_EQ(quoted.bytes, testing::read_file(*folder / "wikipedia.txt"));
}

}  // namespace transfer_encoding_test
}  // namespace urlsieve
