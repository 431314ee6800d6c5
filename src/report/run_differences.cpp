#include "src/report/run_differences.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "src/report/html_text.hpp"

namespace urlsieve {

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
