#include "src/report/html_text.hpp"

#include <gtest/gtest.h>

#include "src/report/page_table.hpp"

namespace urlsieve {
namespace html_text_test {

TEST(html_text, escapes_markup_and_invisible_characters) {
  EXPECT_EQ(html_text("a&b <c> \"d\" 'e'"), "a&amp;b &lt;c&gt; &quot;d&quot; &#39;e&#39;");
  EXPECT_EQ(html_text("</script><!--"), "&lt;/script&gt;&lt;!--");
  EXPECT_EQ(html_text(std::string_view("\0\n\x1B", 3)), "\\x00\\n\\x1B");
  EXPECT_EQ(html_text("\xE2\x80\xAE\xFF"), "\\u202E\\xFF");
  std::string every;
  for (int c = 0; c < 256; ++c) every += static_cast<char>(c);
  const std::string shown = html_text(every);
  EXPECT_EQ(shown.find_first_of("<>\"'"), std::string::npos);
  for (const char c : shown) EXPECT_GE(static_cast<unsigned char>(c), 0x20U);
}

TEST(html_text, formats_numbers_for_people) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(byte_count(999), "999 bytes");
  EXPECT_EQ(byte_count(1000), "1.0 kB");
  EXPECT_EQ(byte_count(999999), "999.9 kB");
  EXPECT_EQ(byte_count(1000000), "1.0 MB");
  EXPECT_EQ(byte_count(~std::uint64_t{0}), "18.4 EB");
  EXPECT_EQ(duration(0), "0.0 s");
  EXPECT_EQ(duration(59999), "59.9 s");
  EXPECT_EQ(duration(61500), "1:01.5");
  EXPECT_EQ(duration(3600000), "60:00.0");
  EXPECT_EQ(share(1, 3), "33.3 %");
  EXPECT_EQ(share(1, 0), "");
  EXPECT_EQ(difference(5, 5), "0");
  EXPECT_EQ(difference(0, 1200), "+1,200");
  EXPECT_EQ(difference(1000, 1500), "+500 (+50.0 %)");
  EXPECT_EQ(difference(1000, 0), "-1,000 (-100.0 %)");
}

}  // namespace html_text_test
}  // namespace urlsieve
