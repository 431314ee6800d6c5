#include "src/url/scheme_parts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/url/case_table.hpp"

namespace urlsieve {
namespace {

// "name=value|name=value" and the rules broken, each as "component@position".
std::pair<std::string, std::string> described(const std::string& text) {
  const url_view url(text.data(), parse(text));
  std::vector<named_part> parts;
  std::vector<violation> violations;
  name_parts(url, parts, violations);
  std::pair<std::string, std::string> result;
  for (const named_part& part : parts) {
    if (!result.first.empty()) result.first += '|';
    result.first.append(part.name).append("=").append(part.value);
  }
  for (const violation& broken : violations) {
    if (!result.second.empty()) result.second += ' ';
    result.second.append(name_of(broken.where)).append("@").append(std::to_string(broken.position));
    EXPECT_FALSE(broken.rule.empty());
  }
  return result;
}

TEST(scheme_parts, the_table) {
  const auto rows = testing::read_table("scheme-parts.tsv");
  ASSERT_GT(rows.size(), 40U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 3U) << row[0];
    const auto [parts, violations] = described(row[0]);
    EXPECT_EQ(parts, row[1]) << row[0];
    EXPECT_EQ(violations.empty() ? "-" : violations, row[2]) << row[0];
  }
}

}  // namespace
}  // namespace urlsieve
