#include "src/report/run_settings.hpp"

#include <algorithm>
#include <cstddef>

#include "src/report/html_text.hpp"

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

}  // namespace urlsieve
