#include "src/text/json/json_string.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace urlsieve {
namespace json_string_test {

TEST(json_string, replaces_only_invalid_utf8) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"\xC3\xA9", "\xC3\xA9"},                              // two bytes
      {"\xE2\x82\xAC", "\xE2\x82\xAC"},                      // three
      {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},              // four
      {"\xC0\xAF", "\\ufffd\\ufffd"},                        // overlong
      {"\xED\xA0\x80", "\\ufffd\\ufffd\\ufffd"},             // surrogate
      {"\xF4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd"},  // past U+10FFFF
      {"\xE2\x82", "\\ufffd\\ufffd"},                        // cut off
      {"\x7F", "\\u007f"},
  };
  for (const auto& [bytes, expected] : cases) {
    std::string out;
    append_json_string(bytes, out);
    EXPECT_EQ(out, "\"" + std::string(expected) + "\"");
  }
}

}  // namespace json_string_test
}  // namespace urlsieve
