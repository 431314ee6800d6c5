// A page of a program that was built without Chart.js.
#include <gtest/gtest.h>

#include <string>

#include "src/report/page_assets.hpp"
#include "src/report/report_page.hpp"

namespace urlsieve {
namespace without_charts_test {

TEST(report_page_without_charts, has_its_tables_and_its_style_and_no_script) {
  ASSERT_TRUE(page_assets::chart_library.empty());
  EXPECT_TRUE(page_assets::charts.empty());
  EXPECT_TRUE(page_assets::script_hashes.empty());
  run_facts facts;
  facts.name = "links";
  facts.references = 7;
  facts.kept = 5;
  const std::string page = report_page({&facts, 1});
  EXPECT_NE(page.find("<style>"), std::string::npos);
  EXPECT_NE(page.find("data-figure=\"kept\" data-value=\"5\""), std::string::npos);
  EXPECT_NE(page.find("<table"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("script-src"), std::string::npos);
  EXPECT_TRUE(page.ends_with("</body>\n</html>\n"));
}

}  // namespace without_charts_test
}  // namespace urlsieve
