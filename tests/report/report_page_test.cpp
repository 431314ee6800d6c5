// The report as text; tests/report/browser_test.mjs checks the page in a browser.
#include "src/report/report_page.hpp"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

#include "src/report/page_assets.hpp"

namespace urlsieve {
namespace report_page_test {

constexpr const char* statistics = R"({
  "inputs": {"read": 2, "with_damage": 1, "not_read": 1, "formats": {"warc": 2}},
  "command": "urlsieve extract --fields url '<a>.warc'",
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

std::string page_of(std::span<const run_facts> runs, std::string_view date = {}) {
  std::string page = report_page(runs, date);
  EXPECT_EQ(page, report_page(runs, date));
  // Scripts are not part of the text.
  const std::size_t scripts = page.find("<script>");
  return page.substr(0, scripts);
}

void expect_all(std::initializer_list<const char*> parts, const std::string& page) {
  for (const char* const part : parts) EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
}

TEST(report_page, shows_statistics) {
  const run_facts facts = some_facts();
  const std::string page = page_of({&facts, 1}, "2026-01-31");
  expect_all(
      {"Faults: 1 of inputs, 3 of archives. Not all of the input was read.",
       "data-figure=\"kept\" data-value=\"80\"", "<bdi>no-base</bdi></th><td data-value=\"15\">15</td>",
       "<bdi>&lt;b&gt;.zip</bdi></th><td>not read</td>", "<code>&lt;/script&gt;&lt;img src=x&gt;</code>",
       "1:01.5", "<bdi>16 to 23</bdi></th><td data-value=\"50\">",
       "<bdi>24 to 31</bdi></th><td data-value=\"0\">", "b.warc, byte 1,234 (decompressed)",
       "<h1><bdi>&lt;i&gt;links&lt;/i&gt;</bdi></h1>", "data-value=\"100\">100</td><td data-value=\"500\">",
       "<time>2026-01-31</time>", "<code>urlsieve extract --fields url &#39;&lt;a&gt;.warc&#39;</code>",
       "data-figure=\"not_read\" data-value=\"1\"", "data-figure=\"bytes_read\" data-value=\"10\">10 bytes",
       "<a href=\"#rejected\">Rejected references, by reason</a>"},
      page);
  EXPECT_EQ(page_of({&facts, 1}).find("<time>"), std::string::npos);
  EXPECT_EQ(page.find("<i>"), std::string::npos);
  EXPECT_EQ(page.find("data-heading=\"hosts\""), std::string::npos);
}

TEST(report_page, compares_runs_with_the_first) {
  std::array<run_facts, 3> runs{some_facts(), some_facts(), some_facts()};
  runs[1].kept = 40;
  runs[2].headings.clear();
  const std::string page = page_of(runs);
  expect_all(
      {"<td data-order=\"-40\">-40 (-50.0 %)</td>",
       // Shares and bars are side by side, and differences follow.
       "<td data-value=\"15\">15</td><td data-order=\"15\">15.0 %</td>"
       "<td data-value=\"15\">15</td><td data-order=\"15\">15.0 %</td>"
       "<td data-value=\"0\">0</td><td data-order=\"0\">0.0 %</td>"
       "<td class=\"bars\" aria-hidden=\"true\"><i style=\"width:100.0%\"></i><i style=\"width:100.0%\"></i>"
       "<i style=\"width:0.0%\"></i></td>"
       "<td data-order=\"0\">0</td><td data-order=\"-15\">-15 (-100.0 %) <small>-15.0 points</small></td>",
       "C \u2212 A"},
      page);
  EXPECT_EQ(times("class=\"verdict", page), 3U);
  EXPECT_EQ(times("class=\"verdict good", page), 1U);
}

TEST(report_page, lists_the_largest_differences_first) {
  std::array<run_facts, 2> runs{some_facts(), some_facts()};
  EXPECT_EQ(page_of(runs).find("id=\"differences\""), std::string::npos);
  runs[1].kept = 40;
  runs[1].unique = 50;
  const std::string page = page_of(runs);
  const std::size_t kept =
      page.find("<td>80.0 %</td><td>40.0 %</td><td data-order=\"-400\">-40.0 points</td>");
  const std::size_t unique =
      page.find("<td>60.0 %</td><td>50.0 %</td><td data-order=\"-100\">-10.0 points</td>");
  ASSERT_NE(unique, std::string::npos) << page;
  EXPECT_LT(kept, unique);
}

TEST(report_page, marks_settings_that_differ) {
  std::array<run_facts, 2> runs{some_facts(), some_facts()};
  runs[0].options = {{"--ladder", "protocol"}, {"--sample", "0.5"}};
  runs[1].options = {{"--sample", "0.5"}};
  expect_all({"<tr class=\"differs\"><th scope=\"row\"><bdi>--ladder</bdi></th><td><code>protocol</code></td>"
              "<td><bdi>default</bdi></td></tr>",
              "<tr><th scope=\"row\"><bdi>--sample</bdi></th><td><code>0.5</code></td>"},
             page_of(runs));
}

TEST(report_page, draws_no_chart_of_a_single_row) {
  run_facts facts = some_facts();
  const std::string page = page_of({&facts, 1});
  EXPECT_NE(page.find("<section id=\"url_lengths\">"), std::string::npos);
  EXPECT_NE(page.find("data-chart=\"histogram\""), std::string::npos);
  EXPECT_EQ(page.find("<section id=\"repaired\">"), std::string::npos);
  for (auto& [name, counts] : facts.headings)
    if (counts.size() > 1) counts.resize(1);
  facts.pace = {};
  const std::string small = report_page({&facts, 1});
  EXPECT_EQ(small.find("data-chart=\""), std::string::npos);
  EXPECT_EQ(small.find("<details open>"), std::string::npos);
  EXPECT_EQ(times("<script", small), 1U);
}

TEST(report_page, scripts_are_in_the_policy_and_cannot_be_ended_early) {
  const run_facts facts = some_facts();
  const std::string page = report_page({&facts, 1});
  const std::size_t expected = page_assets::chart_library.empty() ? 1 : 3;
  EXPECT_EQ(times("<script", page), expected);
  EXPECT_EQ(times("</script", page), expected);
  EXPECT_EQ(times("sha256-", page), expected);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(run_facts, rejects_other_json_and_statistics_of_another_run) {
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

// Members of another type than expected are skipped.
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
