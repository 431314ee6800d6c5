#include "src/documents/message/folded_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/documents/split_in_every_way.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

TEST(folded_file, is_recognised_by_its_first_line) {
  const auto calendar = [](std::string_view text) {
    return begins_content_lines_file(input_head("-", text, true));
  };
  const auto ldif = [](std::string_view text) { return begins_ldif(input_head("-", text, true)); };
  EXPECT_TRUE(calendar("BEGIN:VCALENDAR\r\n"));
  EXPECT_TRUE(calendar("\xEF\xBB\xBF\nbegin:vcard\n"));
  EXPECT_FALSE(calendar("BEGIN:OTHER\n"));
  EXPECT_TRUE(ldif("version: 1\ndn: cn=a\n"));
  EXPECT_TRUE(ldif("# comment\n\ndn: cn=a\n"));
  EXPECT_FALSE(ldif("version: 1.2\nname: x\n"));
  EXPECT_FALSE(ldif("dns: x\n"));
}

TEST(folded_file_splitter, never_cuts_before_a_fold) {
  std::string file = "BEGIN:VCALENDAR\r\n";
  for (int i = 0; file.size() < 900'000; ++i)
    file += "URL:http://a.example/" + std::string(60, 'x') + "\r\n " + std::to_string(i) + "\r\n";
  const testing::fed all =
      testing::split_in_every_way<folded_file_splitter>(file, folded_form::content_lines, input_options());
  std::string joined;
  for (const testing::kept_slice& part : all.slices) {
    EXPECT_FALSE(part.bytes.starts_with(' '));
    EXPECT_EQ(part.media_type, "text/calendar");
    joined += part.bytes;
  }
  EXPECT_EQ(joined, file);
  EXPECT_GT(all.slices.size(), 2U);
}

TEST(folded_file, decodes_base64_values_of_ldif) {
  arena out;
  EXPECT_EQ(decoded_ldif_values("dn: a\nb:: aHR0cDovL2Iv\r\nc::aHR0cDov\n:: x\n", out),
            "dn: a\nb: http://b/\nc: http:/\n:: x\n");
  const std::string_view kept = "p:: /9j/4AAQ\nq:: no base64!\nr: http://a/::b";
  EXPECT_EQ(decoded_ldif_values(kept, out), kept);
}

}  // namespace
}  // namespace urlsieve
