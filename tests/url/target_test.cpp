#include "src/url/target.hpp"

#include <gtest/gtest.h>

#include "tests/url/case_table.hpp"
#include "tests/url/one_url.hpp"

namespace urlsieve {
namespace {

resolution resolution_named(const std::string& name) {
  if (name == "rfc3986") return resolution::rfc3986;
  return name == "rfc2396bis" ? resolution::rfc2396bis : resolution::url_syntax_05;
}

above_root above_root_named(const std::string& name) {
  if (name == "remove") return above_root::remove;
  if (name == "keep") return above_root::keep;
  return name == "reject" ? above_root::reject : above_root::as_resolution;
}

TEST(target, the_tables_of_the_three_documents) {
  const auto rows = testing::read_table("resolution.tsv");
  ASSERT_GT(rows.size(), 120U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 5U) << row[0];
    url_options options;
    options.resolution = resolution_named(row[0]);
    options.above_root = above_root_named(row[1]);
    options.same_scheme = row[2] == "strict" ? same_scheme::strict : same_scheme::compatible;
    const std::string reference = row[3] == "-" ? "" : row[3];
    EXPECT_EQ(testing::resolved(reference, "http://a/b/c/d;p?q", options), row[4])
        << row[0] << ' ' << row[1] << ' ' << row[2] << ' ' << reference;
  }
}

TEST(target, a_base_with_an_empty_path_merges_as_slash) {
  for (const auto algorithm : {resolution::rfc3986, resolution::rfc2396bis, resolution::url_syntax_05}) {
    url_options options;
    options.resolution = algorithm;
    EXPECT_EQ(testing::resolved("g", "http://a", options), "http://a/g");
    EXPECT_EQ(testing::resolved("g", "http://a?q", options), "http://a/g");
  }
}

TEST(target, an_opaque_base_gives_nothing_but_its_fragments) {
  url_options options;
  options.keep_fragment = true;
  options.keep_same_document = true;
  EXPECT_EQ(testing::canonicalized("b", "mailto:a@b", options), "!no-base");
  EXPECT_EQ(testing::canonicalized("#f", "mailto:a@b", options), "mailto:a@b#f");
  EXPECT_EQ(testing::canonicalized("http://x/", "mailto:a@b", options), "http://x/");
  EXPECT_EQ(testing::canonicalized("b", "unknown:a", options), "!no-base");
  EXPECT_EQ(testing::canonicalized("b", "unknown:/a", options), "unknown:/b");
}

}  // namespace
}  // namespace urlsieve
