#include "src/report/run_sections.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/html_text.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/fault.hpp"

namespace urlsieve {

namespace {

struct setting_row {
  std::string name;
  std::vector<std::string> values;  // a value for each run; empty: unknown, or the default
  bool is_code;                     // a command or an option
};

class setting_rows {
 public:
  explicit setting_rows(std::size_t runs) : runs_(runs) {}

  // Sets the value of run `at`; appends a row for a new name.
  void set(std::size_t at, std::string_view name, std::string_view value, bool is_code) {
    if (value.empty()) return;
    auto row = std::find_if(rows_.begin(), rows_.end(),
                            [name](const setting_row& setting) { return setting.name == name; });
    if (row == rows_.end())
      row = rows_.insert(row, {std::string(name), std::vector<std::string>(runs_), is_code});
    row->values[at] = value;
  }

  [[nodiscard]] const std::vector<setting_row>& all() const { return rows_; }

 private:
  std::size_t runs_;
  std::vector<setting_row> rows_;
};

std::vector<setting_row> settings_of(std::span<const run_facts> runs) {
  setting_rows rows(runs.size());
  const auto for_each_run = [&](const auto& set_values) {
    for (std::size_t at = 0; at < runs.size(); ++at) set_values(at, runs[at]);
  };
  for_each_run([&](std::size_t at, const run_facts& run) { rows.set(at, "command", run.command, true); });
  for_each_run(
      [&](std::size_t at, const run_facts& run) { rows.set(at, "urlsieve", run.written_by, false); });
  for_each_run([&](std::size_t at, const run_facts& run) {
    for (const auto& [name, value] : run.options) rows.set(at, name, value, true);
  });
  for_each_run([&](std::size_t at, const run_facts& run) {
    for (const auto& [name, value] : run.layout) rows.set(at, name, value, false);
  });
  return rows.all();
}

// Returns the value for people; flags without a value are "yes", missing flags have their defaults.
std::string shown_value(const setting_row& row, const std::string& value) {
  if (value.empty()) return row.name.starts_with("--") ? "default" : "";
  return value == "true" ? "yes" : value == "false" ? "no" : value;
}

}  // namespace

std::string settings_html(std::span<const run_facts> runs, const std::vector<std::string>& names) {
  const std::vector<setting_row> rows = settings_of(runs);
  if (rows.empty()) return {};
  std::string html =
      "<section id=\"settings\">\n<h2>Settings</h2>\n<p>Options with their default values are not "
      "shown.</p>\n"
      "<div class=\"scroll\"><table class=\"texts\" data-heading=\"settings\">\n<thead><tr><th scope=\"col\">"
      "setting</th>";
  for (const std::string& name : names)
    html += "<th scope=\"col\">" + (runs.size() == 1 ? std::string("value") : html_text(name)) + "</th>";
  html += "</tr></thead>\n<tbody>\n";
  for (const setting_row& row : rows) {
    const bool differs =
        std::adjacent_find(row.values.begin(), row.values.end(), std::not_equal_to<>()) != row.values.end();
    html += std::string(differs ? "<tr class=\"differs\">" : "<tr>") + "<th scope=\"row\"><bdi>" +
            html_text(row.name) + "</bdi></th>";
    for (const std::string& value : row.values) {
      const std::string text = html_text(shown_value(row, value));
      html += row.is_code && !value.empty() ? "<td><code>" + text + "</code></td>"
                                            : "<td><bdi>" + text + "</bdi></td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n</section>\n";
}

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

namespace {

constexpr std::size_t most_differences = 10;

// A row of a table whose share in the run `at` differs from the share in the first run.
struct changed_share {
  const page_table* table;
  const table_row* row;
  std::size_t at;
  std::int64_t thousandths;
  std::size_t place;  // in the order of the page
};

std::vector<changed_share> largest_changes(std::span<const page_table> tables) {
  std::vector<changed_share> changes;
  for (const page_table& table : tables) {
    if (!table.compares) continue;
    for (const table_row& row : table.rows)
      for (std::size_t at = 1; at < table.columns.size(); ++at)
        if (const std::int64_t change = share_change(table, row, at); change != 0)
          changes.push_back({&table, &row, at, change, changes.size()});
  }
  std::sort(changes.begin(), changes.end(), [](const changed_share& a, const changed_share& b) {
    const std::int64_t of_a = std::abs(a.thousandths);
    const std::int64_t of_b = std::abs(b.thousandths);
    return of_a != of_b ? of_a > of_b : a.place < b.place;
  });
  changes.resize(std::min(changes.size(), most_differences));
  return changes;
}

}  // namespace

std::string differences_html(std::span<const page_table> tables) {
  const std::vector<changed_share> changes = largest_changes(tables);
  if (changes.empty()) return {};
  std::string html =
      "<section id=\"differences\">\n<h2>Largest differences</h2>\n"
      "<p>Rows of the tables below whose shares differ most from run A.</p>\n"
      "<div class=\"scroll\"><table data-heading=\"differences\">\n<thead><tr><th scope=\"col\">row</th>"
      "<th scope=\"col\">table</th><th scope=\"col\">runs</th><th scope=\"col\">share in A</th>"
      "<th scope=\"col\">share in the other run</th><th "
      "scope=\"col\">difference</th></tr></thead>\n<tbody>\n";
  for (const auto& [table, row, at, thousandths, place] : changes) {
    html += "<tr><th scope=\"row\"><bdi>" + html_text(row->label.empty() ? row->key : row->label) +
            "</bdi></th><td><a href=\"#" + html_text(table->id) + "\">" + html_text(table->title) +
            "</a></td><td>" + difference_header(at) + "</td><td>" + share(*row->numbers[0], table->whole[0]) +
            "</td><td>" + share(*row->numbers[at], table->whole[at]) + "</td><td data-order=\"" +
            std::to_string(thousandths) + "\">" + points(thousandths) + "</td></tr>\n";
  }
  return html + "</tbody></table></div>\n</section>\n";
}

}  // namespace urlsieve
