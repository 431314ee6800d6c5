#include "src/report/fault_sections.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include "src/report/html_text.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/fault.hpp"

namespace urlsieve {

namespace {

// Returns a paragraph with the run's faults by kind, styled by severity.
std::string faults_of(const run_facts& run) {
  std::string counts;
  for (const auto& [kind, times] : run.under("faults"))
    counts += (counts.empty() ? "" : ", ") + grouped(times) + " of " + kind + (kind == "content" ? "" : "s");
  if (counts.empty()) return "<p class=\"verdict good\">No faults: all of the input was read.</p>\n";
  const bool serious = run.number("faults", "input") + run.number("faults", "archive") != 0;
  return std::string("<p class=\"verdict ") + (serious ? "bad" : "fair") + "\">Faults: " + html_text(counts) +
         "." + (serious ? " Not all of the input was read." : " The input was read to its end.") + "</p>\n";
}

// Returns the offset of the damage, in the stored file or after decompression; empty if unknown.
std::string place_of(const damage_note& note) {
  if (note.stored) return "byte " + grouped(*note.stored) + " of the file";
  if (note.plain) return "byte " + grouped(*note.plain) + " (decompressed)";
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
  for (const faulty_input& input : run.faulty) {
    std::string wrong;
    for (const auto& [reason, times] : input.damaged)
      wrong += (wrong.empty() ? "" : ", ") + reason_of(reason) +
               (times == 1 ? "" : " (" + grouped(times) + " times)");
    if (!input.detail.empty()) wrong += ": " + input.detail;
    html += "<tr><th scope=\"row\"><bdi>" + html_text(input.name) + "</bdi></th><td>" +
            (input.format.empty() ? "not read" : html_text(input.format)) + "</td><td>" + html_text(wrong) +
            "</td></tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string damage_examples(const run_facts& run) {
  if (run.damages.empty()) return {};
  std::string html = "<details><summary>First faults of each reason</summary>\n<ul>\n";
  for (const damage_note& note : run.damages) {
    std::string line = note.input;
    for (const std::string& part : {place_of(note), note.document})
      if (!part.empty()) line += ", " + part;
    line += ": " + reason_of(note.reason) + (note.detail.empty() ? "" : ": " + note.detail);
    html += "<li><bdi>" + html_text(line) + "</bdi></li>\n";
  }
  return html + "</ul></details>\n";
}

}  // namespace

std::string verdicts_html(std::span<const run_facts> runs, const std::vector<std::string>& names) {
  std::string html;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs.size() != 1) html += "<h2><bdi>" + html_text(names[i]) + "</bdi></h2>\n";
    html += faults_of(runs[i]);
  }
  return html;
}

std::string faults_html(std::span<const run_facts> runs, const std::vector<std::string>& names) {
  std::string html;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string faults = faulty_inputs(runs[i]) + damage_examples(runs[i]);
    if (faults.empty()) continue;
    if (runs.size() != 1) html += "<h3><bdi>" + html_text(names[i]) + "</bdi></h3>\n";
    html += faults;
  }
  return html.empty() ? html : "<section id=\"faults\">\n<h2>Faults by input</h2>\n" + html + "</section>\n";
}

}  // namespace urlsieve
