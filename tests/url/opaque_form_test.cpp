// Normal form of opaque schemes: the fast path accepts normal URLs and equals the full path.
#include "src/url/normalize/opaque_form.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace opaque_form_test {

TEST(opaque_form, accepts_urls_without_anything_to_escape) {
  struct opaque_row {
    const char* url;
    const char* form;
  };
  const opaque_row rows[] = {
      {"mailto:John.Smith@Example.COM", "mailto:John.Smith@example.com"},
      {"mailto:A@B.c,D@E.f?subject=Hello@World", "mailto:A@b.c,D@e.f?subject=Hello@World"},
      {"urn:ISBN:0-395-36341-1", "urn:isbn:0-395-36341-1"},
      {"tel:+1-201-555-0123;ext=X", "tel:+1-201-555-0123;ext=X"},
      {"mailto:a@B?subject=A%20b%2F&body=%C3%A9", "mailto:a@b?subject=A%20b%2F&body=%C3%A9"},
      {"mailto:%22A@B%22@C.d", "mailto:%22A@B%22@c.d"},
      {"mid:A@B/C@D", "mid:A@b/C@d"},
      {"mailto:a@B@C", "mailto:a@B@c"},
      {"mailto:?to=A@B", "mailto:?to=A@B"},
      {"mailto:0123456789-0123456789-0123456789-0123456789-0123456789-0123456789@B",
       "mailto:0123456789-0123456789-0123456789-0123456789-0123456789-0123456789@b"},
      {"mailto://a", ""},
      {"mailto:a%2fb@c", ""},
      {"mailto:a%40b%7e@c", ""},
      {"mailto:a%0A", ""},
      {"mailto:50%", ""},
      {"mailto:a b@c", ""},
      {"news:a#b", ""},
      {"sip:[::1]", ""},
  };
  for (const opaque_row& row : rows) {
    const std::string_view url = row.url;
    std::vector<char> buffer(canonicalizer::capacity_for(url.size(), nullptr));
    const std::size_t size = copy_if_opaque(url, *scheme_in_front(url), true, buffer.data());
    EXPECT_EQ(std::string(buffer.data(), size), row.form) << url;
  }
}

// A leading space forces the full path.
TEST(opaque_form, equals_the_full_path) {
  const std::vector<std::string_view> pieces{
      "a",   "B",    "@",    ",",           "/",
      "//",  "..",   "./",   "?",           ":",
      "+",   ";",    "=",    "%2F",         "%22",
      "%7E", "isbn", "ISBN", "Example.COM", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"};
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
      const url_options& chosen = options[static_cast<std::size_t>(i) % options.size()];
      canonical_url output;
      const std::string form = testing::normalized(url, chosen, &output);
      canonical_url twin;
      ASSERT_EQ(form, testing::normalized(" " + url, chosen, &twin)) << url;
      ASSERT_EQ(form, testing::canonicalized(url, "http://base.example/x", chosen)) << url;
      if (twin.rejected != rejection::none) continue;
      ASSERT_EQ(output.flags | flag::repaired, twin.flags) << url;
      ASSERT_EQ(output.repairs | 1U, twin.repairs | 1U) << url;
    }
  }
}

}  // namespace opaque_form_test
}  // namespace urlsieve
