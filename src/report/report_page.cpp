#include "src/report/report_page.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/html_text.hpp"
#include "src/report/page_assets.hpp"
#include "src/report/page_table.hpp"
#include "src/report/run_sections.hpp"
#include "src/report/run_tables.hpp"
#include "src/report/run_totals.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {

namespace {

// A section of the page, with its HTML and its line in the contents.
struct page_section {
  std::string_view id;
  std::string_view title;
  std::string html;
};

// Returns display names: "A links", "B new"; a single run keeps its name.
std::string name_of_run(std::span<const run_facts> runs, std::size_t i) {
  if (runs.size() == 1) return runs[i].name;
  return std::string(1, static_cast<char>('A' + i)) + ' ' + runs[i].name;
}

std::string head_of(std::span<const run_facts> runs, bool has_charts) {
  const std::string title =
      "urlsieve: " + (runs.size() == 1 ? runs[0].name : std::to_string(runs.size()) + " runs");
  std::string policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src ";
  policy.append(page_assets::table_script_hash);
  if (has_charts) policy.append(" ").append(page_assets::chart_script_hashes);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"urlsieve " +
         html_text(version) + "\">\n<link rel=\"icon\" href=\"data:,\">\n<title>" + html_text(title) +
         "</title>\n<style>\n" + std::string(page_assets::style) + "</style>\n</head>\n";
}

std::string shown_total(const run_total& total, std::uint64_t value) {
  switch (total.unit) {
    case total_unit::count:
      break;
    case total_unit::bytes:
      return byte_count(value);
    case total_unit::milliseconds:
      return duration(value);
  }
  return grouped(value);
}

std::string cards_of(const run_facts& run) {
  std::string html = "<dl class=\"cards\">\n";
  for (const run_total& total : run_totals) {
    if (!total.is_known(run)) continue;
    const std::uint64_t value = total.of(run);
    html += "<div><dt>" + html_text(total.title) + "</dt><dd data-figure=\"" + html_text(total.key) +
            "\" data-value=\"" + std::to_string(value) + "\">" + shown_total(total, value) + "</dd></div>\n";
  }
  return html + "</dl>\n";
}

// Returns the throughput over time; runs have different intervals.
page_table pace_of(std::span<const run_facts> runs, std::size_t i) {
  const run_pace& pace = runs[i].pace;
  page_table table;
  table.id = runs.size() == 1 ? "timeline" : "timeline-" + std::to_string(i + 1);
  table.title = "Throughput" + (runs.size() == 1 ? "" : " of " + name_of_run(runs, i));
  table.names = "seconds";
  table.columns = {"bytes per second", "URLs found per second"};
  table.chart = chart_kind::lines;
  table.folded = true;
  for (std::size_t at = 0; at < pace.bytes.size() && at < pace.urls.size() && pace.milliseconds != 0; ++at) {
    const auto a_second = [&](std::uint64_t in_interval) {
      return static_cast<std::uint64_t>(static_cast<double>(in_interval) * 1000 /
                                        static_cast<double>(pace.milliseconds));
    };
    const std::uint64_t tenths = at * pace.milliseconds / 100;
    table.rows.push_back({std::to_string(at * pace.milliseconds),
                          std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10),
                          {a_second(pace.bytes[at]), a_second(pace.urls[at])}});
  }
  return table;
}

// Returns the contents: links to the sections of the page.
std::string contents_of(const std::vector<page_section>& sections) {
  std::string html = "<nav aria-label=\"Contents\">\n<ul>\n";
  for (const page_section& section : sections)
    html += "<li><a href=\"#" + html_text(section.id) + "\">" + html_text(section.title) + "</a></li>\n";
  return html + "</ul>\n</nav>\n";
}

std::vector<page_section> sections_of(std::span<const run_facts> runs, const std::vector<std::string>& names,
                                      const std::vector<page_table>& tables) {
  std::vector<page_section> sections{{"settings", "Settings", settings_html(runs, names)},
                                     {"faults", "Faults by input", faults_html(runs, names)},
                                     {"differences", "Largest differences", differences_html(tables)}};
  for (const page_table& table : tables) sections.push_back({table.id, table.title, html_of(table)});
  std::erase_if(sections, [](const page_section& section) { return section.html.empty(); });
  return sections;
}

std::string body_of(std::span<const run_facts> runs, const std::vector<std::string>& names,
                    const std::vector<page_table>& tables, std::string_view date) {
  std::string html = "<header>\n<h1>" +
                     (runs.size() == 1 ? "<bdi>" + html_text(runs[0].name) + "</bdi>" : "Runs compared") +
                     "</h1>\n";
  if (!date.empty()) html += "<p><time>" + html_text(date) + "</time></p>\n";
  html += verdicts_html(runs, names) + "</header>\n<main>\n";
  html += runs.size() == 1 ? cards_of(runs[0]) : html_of(totals_table(runs, names));
  const std::vector<page_section> sections = sections_of(runs, names, tables);
  html += contents_of(sections);
  for (const page_section& section : sections) html += section.html;
  return html + "</main>\n<footer>urlsieve " + html_text(version) + "</footer>\n";
}

void append_script(std::string_view script, std::string& html) {
  html.append("<script>").append(script).append("</script>\n");
}

}  // namespace

std::string report_page(std::span<const run_facts> runs, std::string_view date) {
  std::vector<std::string> names;
  names.reserve(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) names.push_back(name_of_run(runs, i));
  std::vector<page_table> tables = tables_of(runs, names);
  for (std::size_t i = 0; i < runs.size(); ++i) tables.push_back(pace_of(runs, i));
  const bool has_charts =
      !page_assets::chart_library.empty() && std::any_of(tables.begin(), tables.end(), is_drawn);
  std::string html = head_of(runs, has_charts) + "<body>\n" + body_of(runs, names, tables, date);
  append_script(page_assets::table_script, html);
  if (has_charts) {
    append_script(page_assets::chart_library, html);
    append_script(page_assets::chart_script, html);
  }
  return html + "</body>\n</html>\n";
}

}  // namespace urlsieve
