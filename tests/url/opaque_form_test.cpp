// URLs of opaque schemes: what is taken on the short way, and that it gives what the long way gives.
#include "src/url/opaque_form.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace {

TEST(opaque_form, knows_the_schemes_that_are_opaque) {
  for (const std::string_view url :
       {"mailto:a@b", "tel:+1", "urn:a:b", "news:comp.lang.c++", "mid:a@b/c@d"}) {
    const scheme_info* const scheme = opaque_scheme(url);
    ASSERT_NE(scheme, nullptr) << url;
    EXPECT_TRUE(url.starts_with(scheme->name)) << url;
  }
  for (const std::string_view url : {"http://a/", "ftp:a", "file:/a", "MAILTO:a@b", "mailto://a",
                                     "news://server/a", "unheard:a", "a:", ":a", "", "mailto"})
    EXPECT_EQ(opaque_scheme(url), nullptr) << url;
}

TEST(opaque_form, is_taken_where_there_is_nothing_to_escape) {
  struct opaque_row {
    const char* url;
    const char* form;
  };
  const opaque_row rows[] = {
      {"mailto:John.Smith@Example.COM", "mailto:John.Smith@example.com"},
      {"mailto:A@B.c,D@E.f?subject=Hello@World", "mailto:A@b.c,D@e.f?subject=Hello@World"},
      {"urn:ISBN:0-395-36341-1", "urn:isbn:0-395-36341-1"},
      {"tel:+1-201-555-0123;ext=X", "tel:+1-201-555-0123;ext=X"},
      {"mailto:a%40b@c", ""},
      {"mailto:a b@c", ""},
      {"news:a#b", ""},
      {"sip:[::1]", ""},
  };
  for (const opaque_row& row : rows) {
    const std::string_view url = row.url;
    std::vector<char> room(canonicalizer::room_for(url.size(), nullptr));
    const std::size_t size = copy_if_opaque(url, *opaque_scheme(url), true, room.data());
    EXPECT_EQ(std::string(room.data(), size), row.form) << url;
  }
}

// A blank in front sends a URL the long way.
TEST(opaque_form, is_that_of_the_long_way) {
  const std::vector<std::string_view> pieces{"a",
                                             "B",
                                             "@",
                                             ",",
                                             "/",
                                             "//",
                                             "..",
                                             "./",
                                             "?",
                                             ":",
                                             "+",
                                             ";",
                                             "=",
                                             "isbn",
                                             "ISBN",
                                             "Example.COM",
                                             "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"};
  std::mt19937 random(68);
  std::vector<url_options> options(6);
  options[1].ladder = rung::syntax;
  options[2].ladder = rung::string;
  options[3].keep_fragment = true;
  options[4].resolution = resolution_choice::url_syntax_05;
  options[5].schemes = {"mailto", "tel"};
  for (const scheme_info& scheme : all_schemes()) {
    if (scheme.has(scheme_rule::generic)) continue;
    for (int i = 0; i < 1500; ++i) {
      std::string url = std::string(scheme.name) + ":";
      for (auto left = random() % 9; left > 0; --left) url += pieces[random() % pieces.size()];
      const url_options& one = options[static_cast<std::size_t>(i) % options.size()];
      canonical_url made;
      const std::string form = testing::normalized(url, one, &made);
      canonical_url twin;
      ASSERT_EQ(form, testing::normalized(" " + url, one, &twin)) << url;
      ASSERT_EQ(form, testing::canonicalized(url, "http://base.example/x", one)) << url;
      if (twin.rejected != rejection::none) continue;
      ASSERT_EQ(made.flags | flag::repaired, twin.flags) << url;
      ASSERT_EQ(made.repairs | 1U, twin.repairs | 1U) << url;
    }
  }
}

}  // namespace
}  // namespace urlsieve
