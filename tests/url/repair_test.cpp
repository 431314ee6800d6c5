#include "src/url/parse/repair.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "src/text/scan/byte_class.hpp"
#include "src/url/parse/parse.hpp"

namespace urlsieve {
namespace repair_test {

std::string repaired(std::string_view text, const char* base_scheme = "http") {
  const auto scratch = std::make_unique<char[]>(repair_capacity(text.size()));
  const repaired_reference result = repair(text, base_scheme != nullptr ? find_scheme(base_scheme) : nullptr,
                                           repair_options(), scratch.get());
  if (result.rejected != rejection::none) return std::string("!").append(name_of(result.rejected));
  EXPECT_EQ(result.url.offsets(), parse(result.url.whole()));
  return std::string(result.url.whole());
}

TEST(repair, every_byte_alone_in_each_component) {
  for (unsigned value = 1; value < 256; ++value) {
    const char byte = static_cast<char>(value);
    for (const std::string around : {"http://h/a|b", "http://h/?a|b", "http://h/#a|b", "http://u|u@h/"}) {
      std::string text = around;
      text[text.find('|')] = byte;
      const std::string once = repaired(text);
      EXPECT_EQ(repaired(once), once) << text;
      for (const char c : once)
        EXPECT_TRUE(bytes::query_char.contains(c) || c == '%' || c == '#' || c == '[' || c == ']');
    }
  }
}

TEST(repair, keeps_valid_urls) {
  for (const char* const text : {"", "a", "../x?y#z", "http://u:p@h:1/a;b=c/d%20?e/?#f/?", "mailto:a@b,c@d",
                                 "//[::1]/", "http://a/@x/@y", "x:y@z@"})
    EXPECT_EQ(repaired(text), text);
}

TEST(repair, zero_bytes_and_line_breaks) {
  EXPECT_EQ(repaired(std::string_view("a\0b", 3)), "a%00b");
  EXPECT_EQ(repaired("ht\ntp://a\r\n/\tb"), "http://a/b");
  EXPECT_EQ(repaired("\x01\x1F http://a/ \n"), "http://a/");
}

TEST(repair, refuses_hosts_that_cannot_be_one) {
  for (const char* const text :
       {"http://a b/", "http://a<b/", "http://[1]/", "http://a[b/", "http://\xFF/", "//a^b/"})
    EXPECT_EQ(repaired(text), "!invalid-host") << text;
  EXPECT_EQ(repaired("http://a:1x/"), "!invalid-port");
}

}  // namespace repair_test
}  // namespace urlsieve
