// The report of a program that was built without Chart.js.
#include <gtest/gtest.h>

#include <string>

#include "src/report/page_assets.hpp"
#include "src/report/report_page.hpp"

namespace urlsieve {
namespace without_charts_test {

TEST(report_page_without_charts, has_only_tables_style_and_the_script_of_tables) {
  ASSERT_TRUE(page_assets::chart_library.empty());
  EXPECT_TRUE(page_assets::chart_script.empty());
  EXPECT_TRUE(page_assets::chart_script_hashes.empty());
  run_facts facts;
  facts.name = "links";
  facts.references = 7;
  facts.kept = 5;
  const std::string page = report_page({&facts, 1});
  EXPECT_NE(page.find("<style>"), std::string::npos);
  EXPECT_NE(page.find("data-figure=\"kept\" data-value=\"5\""), std::string::npos);
  EXPECT_NE(page.find("<table"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("<script"), page.rfind("<script"));
  EXPECT_NE(page.find("<script>" + std::string(page_assets::table_script) + "</script>"), std::string::npos);
  EXPECT_NE(page.find("script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(page.find("sha256-"), page.rfind("sha256-"));
  EXPECT_TRUE(page.ends_with("</body>\n</html>\n"));
}

}  // namespace without_charts_test
}  // namespace urlsieve
