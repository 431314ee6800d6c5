#include "src/url/explain/explanation.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/url/explain/explained_rejection.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/parse/scheme_parts.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace explanation_test {

std::string up_to_source(const std::string& message) {
  return message.substr(0, message.rfind(" ("));
}

std::string syntax_of(std::string_view text) {
  const url_view url = url_view::of(text);
  std::vector<violation> broken;
  find_violations(url, broken);
  std::string all;
  for (const violation& item : broken)
    all.append(all.empty() ? "" : "; ").append(up_to_source(explanation_text(explain_syntax(url, item))));
  return all;
}

struct row {
  std::string_view url;
  std::string_view message;
};

TEST(explanation, names_the_byte_that_breaks_the_syntax) {
  const row rows[] = {
      {"http://a/", ""},
      {"http://exa mple.com/", "byte 10, \" \": not allowed in a host"},
      {"http://[::1/", "byte 7, \"[\" without \"]\""},
      {"http://[::1]x", "byte 12, \"x\": only \":\" and a port may stand behind \"]\""},
      {"http://[::g]/", "byte 10, \"g\": not allowed in an IPv6 address"},
      {"http://[::1%25en0]/", "byte 11, \"%\": not allowed in an IPv6 address"},
      {"http://[1:2]/", "byte 7, \"[\": neither an IPv6 address nor an IPvFuture up to \"]\""},
      {"http://[v1]/", "byte 7, \"[\": neither an IPv6 address nor an IPvFuture up to \"]\""},
      {"http://h:8x/", "byte 10, \"x\" in the port; a port is digits"},
      {"http://u v@h/", "byte 8, \" \": not allowed in a userinfo"},
      {"http://h/a%2", "byte 10, \"%\" without two hex digits behind it"},
      {"http://h/?a#b#c", "byte 13, \"#\": not allowed in a fragment"},
      {"http://h/\t?\x7F", "byte 9, U+0009: not allowed in a path; byte 11, U+007F: not allowed in a query"},
      {"http://h/\xE2\x80\xAE", "byte 9, U+202E: not allowed in a path"},
      {"http://h/\xC3\xA9\xC3", "byte 9, \"\xC3\xA9\": not allowed in a path"},
      {"http://h/\xC3", "byte 9, \"\\xC3\": not allowed in a path"},
      {":a", "byte 0, \":\" without a scheme before it"},
      {"a_b:c",
       "byte 1, \"_\": not allowed in a scheme, which is a letter, then letters, digits, \"+\", \"-\" and "
       "\".\""},
  };
  for (const row& item : rows) EXPECT_EQ(syntax_of(item.url), item.message) << item.url;
}

TEST(explanation, names_the_expected_part_of_the_grammar) {
  const std::string_view text = "ftp://h/a;type=x";
  const url_view url = url_view::of(text);
  std::vector<named_part> parts;
  std::vector<violation> broken;
  name_parts(url, parts, broken);
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_EQ(explanation_text(explain_grammar(url, broken[0])),
            "byte 15, \"x\", where ftp has ftptype = A, I or D (rfc1738 section 5)");
}

struct rejected_row {
  std::string_view reference;
  std::string_view message;
};

url_options for_everything() {
  url_options options;
  options.drop_schemes.clear();
  options.keep_same_document = true;
  return options;
}

std::string rejection_of(std::string_view reference, const base_url* base, const url_options& options) {
  const canonicalizer canonical(options);
  std::vector<char> buffer(canonicalizer::capacity_for(reference.size(), base));
  const canonical_url output = base != nullptr ? canonical.canonicalize(reference, base, buffer.data())
                                               : canonical.normalize(reference, buffer.data());
  if (output.rejected == rejection::none) return "";
  return up_to_source(explanation_text(explain_rejection(reference, output.rejected, base, options)));
}

TEST(explained_rejection, finds_the_byte_before_repairs) {
  const rejected_row rows[] = {
      {"http://a/", ""},
      {"http://", "byte 7, no host behind \"//\""},
      {"http:///a", "byte 7, no host behind \"//\""},
      {"  http://", "byte 9, no host behind \"//\""},
      {"ht\ntp:\\\\h\t:8\t8x", "byte 14, \"x\" in the port; a port is digits"},
      {"http:\\\\a b\\c", "byte 8, \" \": not allowed in a host"},
      {"http://a%2fb/", ""},
      {"http://\xD7\x90%2f/", "byte 9, \"%2f\": an escape in a name beyond ASCII"},
      {"http://%D7%90.%zz/", "byte 14, \"%\" in a name beyond ASCII"},
      {"http://%%34%31/", "byte 7, \"%\" that would begin an escape once what follows is decoded"},
      {"http://ok.\xD7\x90"
       "a.example/",
       "byte 10, \"\xD7\x90"
       "a\": no label of a host name by IDNA"},
      {"http://[::1/", "byte 7, \"[\" without \"]\""},
  };
  for (const rejected_row& row : rows) {
    EXPECT_EQ(rejection_of(row.reference, nullptr, for_everything()), row.message) << row.reference;
  }
}

TEST(explained_rejection, names_the_option_that_rejects) {
  url_options options = for_everything();
  base_url base;
  ASSERT_TRUE(base.assign("http://a/b/c", options));
  options.above_root = above_root_choice::reject;
  EXPECT_EQ(rejection_of("../x/../../g", &base, options), "byte 8, \"..\" above the root");
  options = for_everything();
  options.strict = true;
  EXPECT_EQ(rejection_of("http://a/b|c", nullptr, options), "byte 10, \"|\": not allowed in a URL");
  EXPECT_EQ(rejection_of("http://a/b%|", nullptr, options),
            "byte 10, \"%\" without two hex digits behind it");
  EXPECT_EQ(rejection_of("http://a@b@c/", nullptr, options), "byte 8, \"@\": not allowed in a userinfo");
  options = for_everything();
  options.drop_flags = flag::odd_port | flag::rare_ip;
  EXPECT_EQ(explanation_text(explain_rejection("http://a:81/", rejection::flag_dropped, nullptr, options)),
            "byte 9, left out for its flag (url_options::drop_flags = odd-port)");
  EXPECT_EQ(explanation_text(explain_rejection("http://0x7f.1/", rejection::flag_dropped, nullptr, options)),
            "byte 7, left out for its flag (url_options::drop_flags = rare-ip)");
  options = for_everything();
  options.max_url = 10;
  EXPECT_EQ(rejection_of("http://abc.d/", nullptr, options), "byte 10, longer than 10 bytes");
  options.max_url = 12;
  EXPECT_EQ(rejection_of("http://a/{}", nullptr, options), "byte 0, its URL is longer than 12 bytes");
  base_url opaque;
  ASSERT_TRUE(opaque.assign("mailto:a@b", options));
  EXPECT_EQ(rejection_of("x", &opaque, options),
            "byte 0, relative, and the base has no path to resolve it against");
}

}  // namespace explanation_test
}  // namespace urlsieve
