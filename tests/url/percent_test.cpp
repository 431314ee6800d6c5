#include "src/url/percent.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace urlsieve {
namespace percent_test {

std::string copied(std::string_view text, bool fold = false) {
  std::string out(text.size(), '\0');
  out.resize(
      static_cast<std::size_t>(copy_normalized(text, bytes::unreserved, fold, out.data()) - out.data()));
  return out;
}

TEST(percent, every_escape_has_one_spelling) {
  constexpr std::string_view digits = "0123456789abcdefABCDEF";
  for (const char high : digits) {
    for (const char low : digits) {
      const std::string escape{'%', high, low};
      const char byte = static_cast<char>(std::stoi(escape.substr(1), nullptr, 16));
      ASSERT_TRUE(is_escape(escape, 0));
      ASSERT_EQ(decoded_escape(escape, 0), byte);
      std::array<char, 3> upper{};
      write_escape(upper.data(), byte);
      const std::string expected =
          bytes::unreserved.contains(byte) ? std::string(1, byte) : std::string(upper.data(), 3);
      ASSERT_EQ(copied(escape), expected);
      ASSERT_EQ(copied("x" + escape + "y"), "x" + expected + "y");
    }
  }
}

TEST(percent, copies_other_text) {
  for (const char* const text : {"", "%", "%4", "%g1", "%1g", "%%", "a%"}) {
    EXPECT_FALSE(is_escape(text, 0));
    EXPECT_EQ(copied(text), text);
  }
}

TEST(percent, letters_are_folded_also_when_escaped) {
  EXPECT_EQ(copied("A%41%2f%C3", true), "aa%2F%C3");
}

}  // namespace percent_test
}  // namespace urlsieve
