#include "src/url/normalize/target.hpp"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "src/url/scheme.hpp"
#include "tests/oracle/resolution_steps.hpp"
#include "tests/sanitized.hpp"
#include "tests/url/case_table.hpp"
#include "tests/url/one_url.hpp"
#include "tests/url/target_by_steps.hpp"

namespace urlsieve {
namespace target_test {

resolution_choice resolution_named(const std::string& name) {
  if (name == "rfc3986") return resolution_choice::rfc3986;
  return name == "rfc2396bis" ? resolution_choice::rfc2396bis : resolution_choice::url_syntax_05;
}

above_root_choice above_root_named(const std::string& name) {
  if (name == "remove") return above_root_choice::remove;
  if (name == "keep") return above_root_choice::keep;
  return name == "reject" ? above_root_choice::reject : above_root_choice::as_resolution;
}

TEST(target, the_tables_of_the_three_documents) {
  const auto rows = testing::read_table("resolution.tsv");
  ASSERT_GT(rows.size(), 120U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 5U) << row[0];
    url_options options;
    options.resolution = resolution_named(row[0]);
    options.above_root = above_root_named(row[1]);
    options.same_scheme = row[2] == "strict" ? same_scheme_choice::strict : same_scheme_choice::compatible;
    const std::string reference = row[3] == "-" ? "" : row[3];
    EXPECT_EQ(testing::resolved(reference, "http://a/b/c/d;p?q", options), row[4])
        << row[0] << ' ' << row[1] << ' ' << row[2] << ' ' << reference;
  }
}

TEST(target, a_base_with_an_empty_path_merges_as_slash) {
  for (const auto algorithm :
       {resolution_choice::rfc3986, resolution_choice::rfc2396bis, resolution_choice::url_syntax_05}) {
    url_options options;
    options.resolution = algorithm;
    EXPECT_EQ(testing::resolved("g", "http://a", options), "http://a/g");
    EXPECT_EQ(testing::resolved("g", "http://a?q", options), "http://a/g");
  }
}

// url-syntax-05 section 4.2 and rfc2396bis-01 section 3 define opaque URLs.
TEST(target, by_the_drafts_an_opaque_base_gives_nothing_but_its_fragments) {
  url_options options;
  options.resolution = resolution_choice::rfc2396bis;
  options.keep_fragment = true;
  options.keep_same_document = true;
  EXPECT_EQ(testing::canonicalized("b", "mailto:a@b", options), "!no-base");
  EXPECT_EQ(testing::canonicalized("#f", "mailto:a@b", options), "mailto:a@b#f");
  EXPECT_EQ(testing::canonicalized("http://x/", "mailto:a@b", options), "http://x/");
  EXPECT_EQ(testing::canonicalized("?b", "urn:x:a", options), "!no-base");
  EXPECT_EQ(testing::canonicalized("//h", "mailto:a@b", options), "!no-base");
  EXPECT_EQ(testing::resolved("b", "mailto:a@b", options), "!no-base");
  EXPECT_EQ(testing::resolved("#f", "mailto:a@b", options), "mailto:a@b#f");
  EXPECT_EQ(testing::resolved("", "urn:x:a", options), "urn:x:a");
  EXPECT_EQ(testing::canonicalized("b", "unknown:a", options), "unknown:b");
  EXPECT_EQ(testing::canonicalized("b", "unknown:/a", options), "unknown:/b");
}

// RFC 3986 section 5.2 requires only a scheme of a base.
TEST(target, by_rfc3986_every_base_resolves) {
  const std::vector<std::array<const char*, 3>> rows{
      {"mailto:local@domain?query1", "?query2", "mailto:local@domain?query2"},
      {"mailto:local@domain?query1", "#s", "mailto:local@domain?query1#s"},
      {"mailto:local@domain", "b", "mailto:b"},
      {"tag:example/foo/", "a", "tag:example/foo/a"},
      {"tag:example/foo", "../a", "tag:/a"},
      {"urn:x:a", "//h/p", "urn://h/p"},
      {"javascript:f(/a/b)", "c", "javascript:f(/a/c"},
      {"data:text/plain,x", "y", "data:text/y"},
  };
  url_options options;
  options.keep_fragment = true;
  options.keep_same_document = true;
  options.drop_schemes.clear();
  for (const auto& [base, reference, expected] : rows) {
    EXPECT_EQ(testing::resolved(reference, base, options), expected) << base << " and " << reference;
    EXPECT_EQ(testing::canonicalized(reference, base, options), expected) << base << " and " << reference;
  }
}

// RFC 3986 section 3.3: the target parses back into its components.
TEST(target, never_gets_an_authority_from_its_path) {
  const std::vector<std::array<const char*, 3>> rows{
      {"non-spec:/p", "/.//evil.example/x", "non-spec:/.//evil.example/x"},
      {"non-spec:/p", "..//evil.example/x", "non-spec:/.//evil.example/x"},
      {"non-spec:/p/q", "..//evil.example/x", "non-spec:/.//evil.example/x"},
      {"non-spec:/p", "non-spec:/.//evil.example/x", "non-spec:/.//evil.example/x"},
      {"mailto:a@b", "/.//evil.example/x", "mailto:/.//evil.example/x"},
      {"http://a/p", "/.//evil.example/x", "http://a//evil.example/x"},
  };
  for (const auto& [base, reference, expected] : rows) {
    EXPECT_EQ(resolve(base, reference), expected) << base << " and " << reference;
    EXPECT_EQ(testing::resolved(reference, base, {}), expected) << base << " and " << reference;
  }
  EXPECT_EQ(resolve("p/q", "./a:b"), "p/a:b");
  EXPECT_EQ(resolve("p", "./a:b"), "./a:b");
}

const std::vector<std::string> base_fronts{"http://a", "http://a", "foo:",       "foo:/",
                                           "foo://h",  "http:",    "file:///",   "ftp://u@h:1/",
                                           "mailto:",  "urn:x:",   "gopher://h/"};
const std::vector<std::string> reference_fronts{
    "", "", "", "", "/", "//h", "//h/", "http:", "g:", "g://h", "g:/", "urn:", "gopher://h/", "mailto:"};
const std::vector<std::string> path_pieces{"/", "/", "/", "..", "..", ".", "a", "b", ";x=1", "..."};

std::string any_path(std::mt19937& random) {
  std::string path;
  for (auto i = random() % 12; i > 0; --i) path += path_pieces[random() % path_pieces.size()];
  return path;
}

std::string any_tail(std::mt19937& random) {
  std::string tail;
  if (random() % 3 == 0) tail += "?" + any_path(random) + (random() % 2 == 0 ? "?y" : "");
  if (random() % 4 == 0) tail += "#" + any_path(random);
  return tail;
}

TEST(target, equals_the_steps_of_each_document) {
  std::mt19937 random(1997);
  for (int i = 0; i < testing::random_cases(300000); ++i) {
    url_options options;
    options.resolution = static_cast<resolution_choice>(random() % 3);
    if (random() % 4 == 0) options.above_root = above_root_choice::remove;
    std::string base = base_fronts[random() % base_fronts.size()];
    std::string path = any_path(random);
    if (base.ends_with('a') || base.ends_with('h')) path.insert(0, random() % 8 == 0 ? "" : "/");
    if (!base.ends_with('/') && !path.starts_with('/')) path.clear();
    base += base == "foo:" || base == "http:" || base == "mailto:" ? any_path(random) : path;
    base += any_tail(random);
    std::string reference = reference_fronts[random() % reference_fronts.size()];
    path = any_path(random);
    if (reference.ends_with('h') && !path.starts_with('/')) path.clear();
    reference += path + any_tail(random);
    const std::string expected =
        testing::by_the_steps(oracle::split(base), oracle::split(reference), options);
    ASSERT_EQ(resolve(base, reference, options), expected)
        << base << " and " << reference << " by " << static_cast<int>(options.resolution);
    const bool lacks_base = options.resolution != resolution_choice::rfc3986 &&
                            testing::is_opaque_base(oracle::split(base)) &&
                            testing::is_relative(oracle::split(reference));
    ASSERT_EQ(testing::resolved(reference, base, options), lacks_base ? "!no-base" : expected)
        << base << " and " << reference;
  }
}

TEST(target, of_a_rootless_base) {
  url_options options;
  options.resolution = resolution_choice::rfc2396bis;
  EXPECT_EQ(resolve("foo:a/b", "../c", options), "foo:c");
  EXPECT_EQ(resolve("foo:", "c", options), "foo:/c");
  options.resolution = resolution_choice::url_syntax_05;
  EXPECT_EQ(resolve("foo:a/b", "../c?d/../e", options), "foo:e");
  EXPECT_EQ(resolve("foo:", "c", options), "foo:c");
  EXPECT_EQ(resolve("foo:a/b", "../c"), "foo:/c");
}

TEST(target, stays_relative_if_its_first_segment_looks_like_a_scheme) {
  url_options options;
  options.above_root = above_root_choice::remove;
  for (const auto choice : {resolution_choice::rfc2396bis, resolution_choice::url_syntax_05}) {
    options.resolution = choice;
    EXPECT_EQ(resolve("Lc/d;p?q", "../oz:ab/g/..", options), "./oz:ab/");
    EXPECT_EQ(resolve("Lc/d;p?q", "./oz:ab", options), "Lc/oz:ab");
    EXPECT_EQ(resolve("d", "./oz:ab#f", options), "./oz:ab#f");
  }
}

// Resolution followed by normalization equals both in one step.
TEST(target, is_the_same_at_every_rung) {
  std::mt19937 random(2396);
  std::size_t urls = 0;
  for (int i = 0; i < testing::random_cases(200000); ++i) {
    url_options options;
    options.resolution = static_cast<resolution_choice>(random() % 3);
    options.above_root = static_cast<above_root_choice>(random() % 3);
    options.keep_fragment = true;
    options.keep_same_document = true;
    const std::string base = base_fronts[random() % base_fronts.size()] + "/" + any_path(random);
    const std::string rootless = (random() % 2 == 0 ? "foo:" : "http:") + any_path(random);
    const std::string& from = random() % 2 == 0 ? base : rootless;
    const std::string reference =
        reference_fronts[random() % reference_fronts.size()] + any_path(random) + any_tail(random);
    const std::string target = testing::resolved(reference, from, options);
    // By section 5.3, a path of "//" would become an authority; normalization guards the path.
    if (target.find("//") != std::string::npos &&
        testing::canonicalized(reference, from, options).find("/.//") != std::string::npos)
      continue;
    for (const rung ladder : {rung::syntax, rung::scheme}) {
      options.ladder = ladder;
      const std::string form = target.starts_with('!') ? target : testing::normalized(target, options);
      ASSERT_EQ(testing::canonicalized(reference, from, options), form) << from << " and " << reference;
      if (!form.starts_with('!')) ++urls;
    }
  }
  EXPECT_GT(urls, testing::random_cases(100000U));
}

TEST(target, of_a_rootless_base_has_the_same_form_at_every_rung) {
  url_options options;
  options.ladder = rung::syntax;
  EXPECT_EQ(testing::canonicalized("../c", "foo:a/b", options), "foo:/c");
  options.resolution = resolution_choice::rfc2396bis;
  EXPECT_EQ(testing::canonicalized("../%63", "FOO:a/b", options), "foo:c");
  options.resolution = resolution_choice::url_syntax_05;
  EXPECT_EQ(testing::canonicalized("../c?d/../e", "foo:a/b", options), "foo:e");
}

// RFC 3986 section 5.2.4 applies to the path of an absolute reference with or without a root; "foo:a/../b"
// need not have segments.
TEST(target, of_an_absolute_reference_without_a_root_loses_its_dot_segments) {
  const url_options options;
  for (const auto& [reference, expected] :
       std::vector<std::pair<std::string, std::string>>{{"http:a/../b", "http:/b"},
                                                        {"http:a/./b", "http:a/b"},
                                                        {"http:../b", "http:b"},
                                                        {"ftp:./a/..", "ftp:/"},
                                                        {"foo:a/../b", "foo:a/../b"}}) {
    EXPECT_EQ(testing::resolved(reference, "http://x/y", options), expected);
    EXPECT_EQ(testing::canonicalized(reference, "http://x/y", options), expected);
    EXPECT_EQ(testing::normalized(reference, options), expected);
  }
}

TEST(target, of_an_opaque_reference_or_a_selector_is_the_reference) {
  url_options options;
  options.ladder = rung::string;
  options.keep_fragment = true;
  for (const char* const reference : {"urn:x:a/../b", "mailto:a/./b@c", "foo:a/../b", "foo:../b#f",
                                      "gopher://h/0a/../b", "prospero://h/a/../b", "wais://h/a/./b"}) {
    EXPECT_EQ(testing::resolved(reference, "http://a/b", options), reference);
    EXPECT_EQ(testing::canonicalized(reference, "http://a/b", options), reference);
  }
}

}  // namespace target_test
}  // namespace urlsieve
