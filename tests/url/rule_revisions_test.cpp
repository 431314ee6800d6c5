#include "src/url/rule_revisions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/text/scan/fingerprint.hpp"
#include "src/url/conventions/conventions.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace {

std::string revisions_told(const url_options& options) {
  std::string all;
  for (const rule_revision& revision : rule_revisions(options))
    all += revision.name + ": " + revision.revision + "; ";
  return all;
}

TEST(rule_revisions, cover_everything_that_shapes_urls) {
  url_options plain;
  const std::string text = revisions_told(plain);
  EXPECT_TRUE(text.starts_with("ladder: 1; idna: ICU ")) << text;
  EXPECT_NE(text.find(", Unicode "), std::string::npos);
  for (const convention& item : conventions) {
    url_options folding;
    folding.conventions.*item.is_on = true;
    EXPECT_TRUE(revisions_told(folding).starts_with("ladder: 1; conventions: 1 ")) << item.name;
  }
}

// A changed table has another hash, so the revision need not be raised.
TEST(rule_revisions, hash_the_tables_of_conventions) {
  url_options folding;
  folding.conventions.fold_index = true;
  running_checksum sum;
  for (const tracking_parameter& parameter : tracking_parameters())
    sum.add(std::string(parameter.name) + "\n");
  sum.add("\n");
  for (const std::string_view name : session_parameters()) sum.add(std::string(name) + "\n");
  sum.add("\n");
  for (const std::string_view name : index_pages()) sum.add(std::string(name) + "\n");
  EXPECT_NE(revisions_told(folding).find(" " + sum.hex() + "; "), std::string::npos)
      << revisions_told(folding);
}

}  // namespace
}  // namespace urlsieve
