// The page as text; tests/report/browser_test.mjs looks at it in a browser.
#include "src/report/report_page.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "src/report/page_assets.hpp"

namespace urlsieve {
namespace report_page_test {

constexpr const char* statistics = R"({
  "inputs": {"read": 2, "with_damage": 1, "not_read": 1, "formats": {"warc": 2}},
  "not_read": [{"name": "<b>.zip", "reason": "unknown-format", "detail": "zip archive"}],
  "damaged_inputs": [{"name": "b.warc", "format": "warc", "damaged": {"truncated-record": 3}}],
  "faults": {"input": 1, "archive": 3, "content": 0},
  "bytes_read": 10, "bytes": 20, "documents": 5,
  "references": 100, "kept": 80, "unique": 60,
  "rejected": {"no-base": 15, "no-url": 5}, "repaired": {}, "damaged": {"truncated-record": 3},
  "flagged": {"odd-port": 1},
  "documents_by_type": {"html": 4, "css": 1}, "document_references": {"16": 4, "32": 1},
  "where": {"a@href": 80}, "url_lengths": {"16": 50, "48": 10},
  "rejected_examples": {"no-base": ["</script><img src=x>", "b"]}, "flagged_examples": {},
  "damage_examples": [{"reason": "truncated-record", "input": "b.warc", "offset": 1234, "detail": "ends"}],
  "timeline": {"milliseconds": 100, "bytes": [10, 10], "urls": [30, 50]},
  "milliseconds": {"read": 1, "find": 2, "dedup": 3, "write": 4, "elapsed": 61500}
})";

run_facts some_facts() {
  run_facts facts;
  facts.name = "<i>links</i>";
  const result<void> added = add_statistics(statistics, facts);
  EXPECT_TRUE(added) << added.error().message;
  return facts;
}

std::size_t times(std::string_view part, std::string_view whole) {
  std::size_t count = 0;
  for (std::size_t at = whole.find(part); at != std::string_view::npos; at = whole.find(part, at + 1))
    ++count;
  return count;
}

std::string page_of(std::span<const run_facts> runs) {
  std::string page = report_page(runs);
  EXPECT_EQ(page, report_page(runs));
  // The scripts are not the page's text.
  const std::size_t scripts = page.find("<script>");
  return page.substr(0, scripts);
}

TEST(report_page, tells_what_statistics_say) {
  const run_facts facts = some_facts();
  const std::string page = page_of({&facts, 1});
  for (const char* told :
       {"Faults: 1 of inputs, 3 of archives. Not all of the input was read.",
        "data-figure=\"kept\" data-value=\"80\"", "<bdi>no-base</bdi></th><td data-value=\"15\">15</td>",
        "<bdi>&lt;b&gt;.zip</bdi></th><td>not read</td>", "<code>&lt;/script&gt;&lt;img src=x&gt;</code>",
        "1:01.5", "<bdi>16 to 23</bdi></th><td data-value=\"50\">",
        "<bdi>24 to 31</bdi></th><td data-value=\"0\">", "b.warc, byte 1,234 (decompressed)",
        "<h1><bdi>&lt;i&gt;links&lt;/i&gt;</bdi></h1>", "data-value=\"100\">100</td><td data-value=\"500\">"})
    EXPECT_NE(page.find(told), std::string::npos) << told << "\n" << page;
  EXPECT_EQ(page.find("<i>"), std::string::npos);
  EXPECT_EQ(page.find("data-heading=\"hosts\""), std::string::npos);
}

TEST(report_page, compares_runs_with_the_first) {
  std::array<run_facts, 3> runs{some_facts(), some_facts(), some_facts()};
  runs[1].kept = 40;
  runs[2].headings.clear();
  const std::string page = page_of(runs);
  EXPECT_NE(page.find("<td data-value=\"80\">80</td><td data-value=\"40\">40</td><td>-40 (-50.0 %)</td>"),
            std::string::npos);
  EXPECT_NE(page.find("<td data-value=\"15\">15</td><td data-value=\"15\">15</td><td>0</td>"
                      "<td data-value=\"0\">0</td><td>-15 (-100.0 %)</td>"),
            std::string::npos);
  EXPECT_EQ(times("class=\"verdict", page), 3U);
  EXPECT_EQ(times("class=\"verdict good", page), 1U);
}

TEST(report_page, scripts_are_those_that_the_policy_names_and_cannot_be_ended_early) {
  const run_facts facts = some_facts();
  const std::string page = report_page({&facts, 1});
  const std::size_t expected = page_assets::chart_library.empty() ? 0 : 2;
  EXPECT_EQ(times("<script", page), expected);
  EXPECT_EQ(times("</script", page), expected);
  EXPECT_EQ(times("sha256-", page), expected);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(run_facts, refuses_what_is_no_statistics_and_those_of_another_run) {
  for (const char* json :
       {"", "[]", "{}", "{\"references\": 1}", "{\"references\": 1, \"inputs\": 2}", "no"}) {
    run_facts facts;
    const result<void> added = add_statistics(json, facts);
    ASSERT_FALSE(added) << json;
    EXPECT_EQ(added.error().code, error_code::usage);
  }
  run_facts other;
  other.has_shards = true;
  other.references = 99;
  ASSERT_FALSE(add_statistics(statistics, other));
  other.references = 100;
  other.kept = 80;
  other.unique = 60;
  EXPECT_TRUE(add_statistics(statistics, other));
}

// Members may be of any kind: what is not what it should be is passed over.
TEST(run_facts, survives_statistics_of_any_shape) {
  const std::string whole = statistics;
  for (const char* put : {"null", "7", "\"x\"", "[]", "[[1]]", "{}", "{\"a\": {\"b\": []}}"}) {
    for (std::size_t colon = whole.find(':'); colon != std::string::npos;
         colon = whole.find(':', colon + 1)) {
      std::size_t end = colon + 1;
      int depth = 0;
      bool quoted = false;
      for (; end < whole.size(); ++end) {
        const char c = whole[end];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '{' || c == '[') ++depth;
        if ((c == ',' || c == '}' || c == ']') && depth == 0) break;
        if (c == '}' || c == ']') --depth;
      }
      run_facts facts;
      if (add_statistics(whole.substr(0, colon + 1) + put + whole.substr(end), facts))
        EXPECT_NE(report_page({&facts, 1}), "");
    }
  }
}

}  // namespace report_page_test
}  // namespace urlsieve
