#include "src/url/parse/iri.hpp"

#include <gtest/gtest.h>

#include <string>

#include "src/url/hosts/idna.hpp"

namespace urlsieve {
namespace iri_test {

bool valid(const std::string& text) {
  return is_valid_iri(url_view::of(text));
}

std::string a_labels(const std::string& host) {
  char out[longest_idna_host];
  const auto size = to_a_labels(host, out);
  return size ? std::string(out, *size) : "!";
}

TEST(iri, accepts_non_ascii_characters_like_letters) {
  for (const char* const text : {"http://\u00E9@b\u00FCcher.example/\u00E9?\u00E9#\u00E9", "\u00E9",
                                 "?\uE000", "/\U0001F4A9", "http://h/a%20b"})
    EXPECT_TRUE(valid(text)) << text;
  for (const char* const text : {"\u00E9:a", "/\uE000", "#\uE000", "//\uFFFF", "/\U0001FFFE", "/\x80",
                                 "/\u009F", "//[v1.\u00E9]", "/\U000E0001", "/ ", "/\xED\xA0\x80"})
    EXPECT_FALSE(valid(text)) << text;
}

// UTS 46 revision 31 and later, section 7: a row of each kind.
TEST(idna, maps_like_later_revisions) {
  EXPECT_EQ(a_labels("\u10A3.example"), a_labels("\u2D03.example"));
  EXPECT_EQ(a_labels("\u10C5"), a_labels("\u2D25"));
  EXPECT_EQ(a_labels("look\u206Bout.example"), "lookout.example");
  EXPECT_EQ(a_labels("stra\u1E9Ee"), "xn--strae-oqa");
  EXPECT_EQ(a_labels("\u2183.example"), "xn--r5g.example");
  EXPECT_EQ(a_labels("a\xFF"), "!");
  EXPECT_EQ(a_labels("a\u2024\xE1\x85"), "!");
}

}  // namespace iri_test
}  // namespace urlsieve
