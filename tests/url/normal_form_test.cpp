// Normal form of generic schemes other than http: the fast path accepts normal URLs and equals the full path.
#include "src/url/normalize/normal_form.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/normalize/canonical.hpp"
#include "tests/sanitized.hpp"
#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace normal_form_test {

TEST(normal_form, of_other_schemes_is_copied_if_no_scheme_rule_applies) {
  struct form_row {
    const char* url;
    const char* form;
  };
  const form_row rows[] = {
      {"file:///usr/include/stdio.h", "file:///usr/include/stdio.h"},
      {"file:////a", "file:////a"},
      {"file://server/a%20b", "file://server/a%20b"},
      {"file:///a/.hidden/..b", "file:///a/.hidden/..b"},
      {"ftp://ftp.example.org/pub/a.tar.gz", "ftp://ftp.example.org/pub/a.tar.gz"},
      {"ftp://ftp.example.org", "ftp://ftp.example.org/"},
      {"ws://a.example?x", ""},
      {"git://a.example", "git://a.example"},
      {"ldap:///o=x,c=y", "ldap:///o=x,c=y"},
      {"irc://irc.example.net/#a", "irc://irc.example.net/"},
      {"file://localhost/a", ""},
      {"file://localhostess/a", ""},
      {"file:/a", ""},
      {"file:///a/../b", ""},
      {"file:///a b", ""},
      {"file:///a\\b", ""},
      {"file://Server/a", ""},
      {"ftp://ftp.example.org/a;type=A", ""},
      {"ftp:///a", ""},
      {"ftp://u@a.example/", ""},
      {"ftp://127.1/", ""},
      {"gopher://a.example/1", ""},
  };
  for (const form_row& row : rows) {
    const std::string_view url = row.url;
    std::vector<char> buffer(canonicalizer::capacity_for(url.size(), nullptr));
    const std::size_t size = copy_if_normal(url, *scheme_in_front(url), {false, true}, buffer.data());
    EXPECT_EQ(std::string(buffer.data(), size), row.form) << url;
  }
}

// A leading space forces the full path.
TEST(normal_form, of_other_schemes_equals_the_full_path) {
  const std::vector<std::string_view> pieces{"a",         "B",
                                             "@",         ":21",
                                             "/",         "//",
                                             "..",        "./",
                                             "?",         "#",
                                             "[",         "%2F",
                                             ";",         "%2e",
                                             "%7E",       ";type=",
                                             "A",         "i",
                                             "-",         ".",
                                             "1.2",       "example.com",
                                             "localhost", "/.well",
                                             " ",         "\xC3",
                                             "\\",        "%0A",
                                             "|x",        "=",
                                             "/a",        "/b",
                                             "/usr/",     "0123456789abcdefghijklmnopqrstuvwxyz"};
  std::mt19937 random(68);
  std::vector<url_options> options(9);
  options[1].ladder = rung::syntax;
  options[2].ladder = rung::string;
  options[3].keep_fragment = true;
  options[4].resolution = resolution_choice::url_syntax_05;
  options[5].schemes = {"file", "ws"};
  options[6].unreserved = unreserved_set::draft;
  options[7].above_root = above_root_choice::keep;
  options[8].same_scheme = same_scheme_choice::compatible;
  for (const scheme_info& scheme : all_schemes()) {
    if (!scheme.has(scheme_rule::generic)) continue;
    for (int i = 0; i < testing::random_cases(3000); ++i) {
      std::string url = std::string(scheme.name) + (i % 8 == 0 ? ":" : "://");
      if (i % 3 != 0) url += i % 2 == 0 ? "a-1.example/" : "/";
      for (auto left = random() % 9; left > 0; --left) url += pieces[random() % pieces.size()];
      const url_options& chosen = options[static_cast<std::size_t>(i) % options.size()];
      canonical_url output;
      const std::string form = testing::normalized(url, chosen, &output);
      canonical_url twin;
      ASSERT_EQ(form, testing::normalized(" " + url, chosen, &twin)) << url;
      if (url.find('#') == std::string::npos && i % 8 != 0)
        ASSERT_EQ(form, testing::canonicalized(url, "http://base.example/x", chosen)) << url;
      if (twin.rejected != rejection::none) continue;
      // The fast path does not validate a fragment that will be removed.
      if (!chosen.keep_fragment && url.find('#') != std::string::npos) continue;
      ASSERT_EQ(output.flags | flag::repaired, twin.flags) << url;
      ASSERT_EQ(output.repairs | 1U, twin.repairs | 1U) << url;
    }
  }
}

}  // namespace normal_form_test
}  // namespace urlsieve
