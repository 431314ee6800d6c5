#include "src/report/report_page.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/html_text.hpp"
#include "src/report/page_assets.hpp"
#include "src/report/page_table.hpp"
#include "src/report/run_tables.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/fault.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {

namespace {

// Returns display names: "A links", "B new"; a single run keeps its name.
std::string name_of_run(std::span<const run_facts> runs, std::size_t i) {
  if (runs.size() == 1) return runs[i].name;
  return std::string(1, static_cast<char>('A' + i)) + ' ' + runs[i].name;
}

std::string head_of(std::span<const run_facts> runs) {
  const std::string title =
      "urlsieve: " + (runs.size() == 1 ? runs[0].name : std::to_string(runs.size()) + " runs");
  std::string policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  if (!page_assets::script_hashes.empty()) policy.append("; script-src ").append(page_assets::script_hashes);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"urlsieve " +
         html_text(version) + "\">\n<link rel=\"icon\" href=\"data:,\">\n<title>" + html_text(title) +
         "</title>\n<style>\n" + std::string(page_assets::style) + "</style>\n</head>\n";
}

// Returns a paragraph with the run's faults by kind, styled by severity.
std::string faults_of(const run_facts& run) {
  std::string told;
  for (const auto& [kind, times] : run.under("faults"))
    told += (told.empty() ? "" : ", ") + grouped(times) + " of " + kind + (kind == "content" ? "" : "s");
  if (told.empty()) return "<p class=\"verdict good\">No faults: all of the input was read.</p>\n";
  const bool serious = run.number("faults", "input") + run.number("faults", "archive") != 0;
  return std::string("<p class=\"verdict ") + (serious ? "bad" : "fair") + "\">Faults: " + html_text(told) +
         "." + (serious ? " Not all of the input was read." : " The input was read to its end.") + "</p>\n";
}

std::string verdicts_of(std::span<const run_facts> runs) {
  std::string html;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs.size() != 1) html += "<h2><bdi>" + html_text(name_of_run(runs, i)) + "</bdi></h2>\n";
    html += faults_of(runs[i]);
  }
  return html;
}

std::string card(std::string_view key, std::string_view title, std::uint64_t value,
                 const std::string& shown) {
  return "<div><dt>" + html_text(title) + "</dt><dd data-figure=\"" + html_text(key) + "\" data-value=\"" +
         std::to_string(value) + "\">" + shown + "</dd></div>\n";
}

std::string cards_of(const run_facts& run) {
  const auto count = [](std::string_view key, std::string_view title, std::uint64_t value) {
    return card(key, title, value, grouped(value));
  };
  std::string html = "<dl class=\"cards\">\n" + count("urls", "distinct URLs", run.unique) +
                     count("references", "references", run.references) + count("kept", "kept", run.kept);
  std::uint64_t inputs = 0;
  for (const auto& [format, times] : run.under("formats")) inputs += times;
  html += count("inputs", "inputs read", inputs);
  if (run.has_shards) {
    html += count("shards", "shards", run.shards) +
            card("bytes", "bytes in shards", run.bytes, byte_count(run.bytes));
  }
  if (run.has_statistics) {
    html +=
        count("documents", "documents", run.documents) +
        card("bytes_decoded", "bytes read, decompressed", run.bytes_decoded, byte_count(run.bytes_decoded));
    for (const auto& [stage, time] : run.milliseconds)
      if (stage == "elapsed") html += card("elapsed", "time", time, duration(time));
  }
  return html + "</dl>\n";
}

// Returns the offset of the damage, in the stored file or after decompression; empty if unknown.
std::string place_of(const damage_note& one) {
  if (one.stored) return "byte " + grouped(*one.stored) + " of the file";
  if (one.plain) return "byte " + grouped(*one.plain) + " (decompressed)";
  return {};
}

std::string reason_of(std::string_view name) {
  for (std::size_t i = 0; i < damage_count; ++i)
    if (name_of(static_cast<damage>(i)) == name) return std::string(description_of(static_cast<damage>(i)));
  return std::string(name);
}

std::string faulty_inputs(const run_facts& run) {
  if (run.faulty.empty()) return {};
  std::string html =
      "<div class=\"scroll\"><table data-heading=\"faulty-inputs\">\n<thead><tr><th "
      "scope=\"col\">input</th><th scope=\"col\">read as</th><th "
      "scope=\"col\">faults</th></tr></thead><tbody>\n";
  for (const faulty_input& one : run.faulty) {
    std::string wrong;
    for (const auto& [reason, times] : one.damaged)
      wrong += (wrong.empty() ? "" : ", ") + reason_of(reason) +
               (times == 1 ? "" : " (" + grouped(times) + " times)");
    if (!one.detail.empty()) wrong += ": " + one.detail;
    html += "<tr><th scope=\"row\"><bdi>" + html_text(one.name) + "</bdi></th><td>" +
            (one.format.empty() ? "not read" : html_text(one.format)) + "</td><td>" + html_text(wrong) +
            "</td></tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string damage_examples(const run_facts& run) {
  if (run.damages.empty()) return {};
  std::string html = "<details><summary>First faults of each reason</summary>\n<ul>\n";
  for (const damage_note& one : run.damages) {
    std::string line = one.input;
    for (const std::string& part : {place_of(one), one.document})
      if (!part.empty()) line += ", " + part;
    line += ": " + reason_of(one.reason) + (one.detail.empty() ? "" : ": " + one.detail);
    html += "<li><bdi>" + html_text(line) + "</bdi></li>\n";
  }
  return html + "</ul></details>\n";
}

// Lists damage by input and file; only statistics have this data.
std::string damage_of(std::span<const run_facts> runs) {
  std::string html;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string told = faulty_inputs(runs[i]) + damage_examples(runs[i]);
    if (told.empty()) continue;
    if (runs.size() != 1) html += "<h3><bdi>" + html_text(name_of_run(runs, i)) + "</bdi></h3>\n";
    html += told;
  }
  return html.empty() ? html : "<section id=\"faults\">\n<h2>Faults by input</h2>\n" + html + "</section>\n";
}

// Shows throughput over time, in a table for each run, because runs have different intervals.
std::string pace_of(std::span<const run_facts> runs, std::size_t i) {
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
  return html_of(table);
}

std::string body_of(std::span<const run_facts> runs, const std::vector<std::string>& names) {
  std::string html = "<header>\n<h1>" +
                     (runs.size() == 1 ? "<bdi>" + html_text(runs[0].name) + "</bdi>" : "Runs compared") +
                     "</h1>\n" + verdicts_of(runs) + "</header>\n<main>\n";
  html += runs.size() == 1 ? cards_of(runs[0]) : html_of(headline_table(runs, names));
  html += damage_of(runs);
  for (const page_table& table : tables_of(runs, names)) html += html_of(table);
  for (std::size_t i = 0; i < runs.size(); ++i) html += pace_of(runs, i);
  return html + "</main>\n<footer>urlsieve " + html_text(version) + "</footer>\n";
}

}  // namespace

std::string report_page(std::span<const run_facts> runs) {
  std::vector<std::string> names;
  names.reserve(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) names.push_back(name_of_run(runs, i));
  std::string html = head_of(runs) + "<body>\n" + body_of(runs, names);
  if (!page_assets::chart_library.empty()) {
    html.append("<script>").append(page_assets::chart_library).append("</script>\n<script>");
    html.append(page_assets::charts).append("</script>\n");
  }
  return html + "</body>\n</html>\n";
}

}  // namespace urlsieve
