#include "src/codec/cms_content.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tests/codec/der.hpp"

namespace urlsieve {
namespace {

using testing::ber;
using testing::cms_structure;
using testing::der;

std::string read_all(const std::string& structure) {
  arena out;
  const cms_content found = read_cms(structure, out);
  constexpr std::string_view kinds[] = {"none", "signed", "compressed", "enveloped", "other"};
  std::string report(kinds[static_cast<std::size_t>(found.kind)]);
  if (found.damaged) report += " damaged";
  if (found.has_content) report.append(": ").append(found.bytes);
  return report;
}

TEST(cms_content, is_that_of_signed_and_compressed_data) {
  const std::string pieces = der(0x24, der(4, "ab") + der(0x24, der(4, "c") + der(4, "")) + der(4, "de"));
  const std::string open_pieces =
      ber(0x24, der(4, "ab") + ber(0x24, der(4, "cd")) + der(4, std::string(300, 'e')));
  const std::string joined = "abcd" + std::string(300, 'e');
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, der(4, "text"), der)), "signed: text");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, der(4, ""), der)), "signed: ");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, der(4, "text"), ber)), "signed: text");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, pieces, der)), "signed: abcde");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, pieces, ber)), "signed: abcde");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, open_pieces, ber)), "signed: " + joined);
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, open_pieces, der)), "signed: " + joined);
  EXPECT_EQ(read_all(cms_structure(testing::id_of_compressed_data, der(4, "zlib"), der)), "compressed: zlib");
}

TEST(cms_content, may_be_elsewhere_or_encrypted) {
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, "", der)), "signed");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, "", ber)), "signed");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_enveloped_data, der(4, "x"), der)), "enveloped");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_data, der(4, "x"), der)), "other");
  EXPECT_EQ(read_all(""), "none");
  EXPECT_EQ(read_all("From: a@b\n\nno structure"), "none");
  EXPECT_EQ(read_all(std::string(64, '\x30')), "none");
}

TEST(cms_content, returns_content_of_a_truncated_structure) {
  const std::string content = "every byte of the content";
  for (const bool open : {false, true}) {
    const std::string string =
        open ? ber(0x24, der(4, "every byte ") + der(4, "of the content")) : der(4, content);
    const std::string whole = open ? cms_structure(testing::id_of_signed_data, string, ber)
                                   : cms_structure(testing::id_of_signed_data, string, der);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      arena out;
      const cms_content found = read_cms(std::string_view(whole).substr(0, size), out);
      EXPECT_TRUE(content.starts_with(found.bytes)) << size;
      // Bytes after the content are not read.
      const bool has_all = found.bytes.size() == content.size();
      EXPECT_TRUE(found.damaged || found.kind == cms_kind::none || (open && has_all)) << size;
    }
  }
}

TEST(cms_content, in_pieces_ends_before_a_piece_of_another_type) {
  const std::string pieces = der(4, "ab") + der(0xF3, "cd") + der(4, "ef");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, der(0x24, pieces), der)),
            "signed damaged: ab");
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, ber(0x24, pieces), der)),
            "signed damaged: ab");
}

TEST(cms_content, limits_the_search) {
  std::string deep = der(4, "x");
  for (int i = 0; i < 20; ++i) deep = ber(0x24, deep);
  EXPECT_EQ(read_all(cms_structure(testing::id_of_signed_data, deep, der)), "signed damaged: ");
  const std::string sets = std::string(100'000, '\x31');  // nested sets
  EXPECT_EQ(read_all(der(0x30, der(6, testing::id_of_signed_data) +
                                   der(0xA0, der(0x30, der(2, "\x01") + ber(0x31, sets))))),
            "signed damaged");
}

}  // namespace
}  // namespace urlsieve
