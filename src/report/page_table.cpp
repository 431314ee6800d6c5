#include "src/report/page_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "src/report/html_text.hpp"

namespace urlsieve {

namespace {

// Returns the kind of chart that a script draws, as data-chart has the kind; empty if none.
std::string_view drawn_kind(const page_table& table) {
  if (!is_drawn(table)) return {};
  return table.chart == chart_kind::histogram ? "histogram" : "lines";
}

bool has_bars(const page_table& table) {
  return table.chart == chart_kind::bars && table.rows.size() > 1;
}

bool has_examples(const page_table& table) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [](const table_row& row) { return !row.examples.empty(); });
}

// Returns the share of the number in column `at`, or the number if the table has no shares; 0 if unknown.
double weight_of(const page_table& table, const table_row& row, std::size_t at) {
  const auto number = static_cast<double>(row.numbers[at].value_or(0));
  if (table.whole.empty()) return number;
  return table.whole[at] == 0 ? 0 : number / static_cast<double>(table.whole[at]);
}

double largest_weight(const page_table& table) {
  double largest = 0;
  for (const table_row& row : table.rows)
    for (std::size_t at = 0; at < table.columns.size(); ++at)
      largest = std::max(largest, weight_of(table, row, at));
  return largest;
}

std::string attribute(std::string_view name, std::string_view value) {
  return std::string(1, ' ').append(name).append("=\"").append(html_text(value)).append(1, '"');
}

std::string head_of(const page_table& table) {
  const auto cell = [](std::string_view text) {
    return std::string("<th scope=\"col\">").append(html_text(text)).append("</th>");
  };
  std::string html = "<thead><tr>" + cell(table.names);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    html += table.compares ? "<th scope=\"col\" class=\"run run" + std::to_string(i + 1) + "\">" +
                                 html_text(table.columns[i]) + "</th>"
                           : cell(table.columns[i]);
    if (!table.whole.empty()) html += cell("share");
  }
  if (has_bars(table)) html += "<td class=\"bars\"></td>";
  for (std::size_t i = 1; table.compares && i < table.columns.size(); ++i) html += cell(difference_header(i));
  if (has_examples(table)) html += "<th scope=\"col\" class=\"examples\">examples</th>";
  return html + "</tr></thead>\n";
}

// Returns a cell with a bar for each column, whose lengths are parts of `largest`.
std::string bars_of(const page_table& table, const table_row& row, double largest) {
  std::string html = "<td class=\"bars\" aria-hidden=\"true\">";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto thousandths =
        largest == 0 ? 0
                     : static_cast<std::uint64_t>(std::llround(weight_of(table, row, i) * 1000 / largest));
    html += "<i style=\"width:" + std::to_string(thousandths / 10) + '.' + std::to_string(thousandths % 10) +
            "%\"></i>";
  }
  return html + "</td>";
}

// Returns the cell of the differences between the numbers and shares of column `at` and the first column.
std::string differences_of(const page_table& table, const table_row& row, std::size_t at) {
  if (!row.numbers[0] || !row.numbers[at]) return "<td></td>";
  const std::uint64_t from = *row.numbers[0];
  const std::uint64_t to = *row.numbers[at];
  std::string html =
      "<td" +
      attribute("data-order", (from > to ? "-" : "") + std::to_string(from > to ? from - to : to - from)) +
      '>' + difference(from, to);
  if (const std::int64_t change = share_change(table, row, at); change != 0)
    html += " <small>" + points(change) + "</small>";
  return html + "</td>";
}

std::string numbers_of(const page_table& table, const table_row& row, double largest) {
  std::string html;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::optional<std::uint64_t> number = row.numbers[i];
    html += number
                ? "<td" + attribute("data-value", std::to_string(*number)) + '>' + grouped(*number) + "</td>"
                : std::string("<td>?</td>");
    if (table.whole.empty()) continue;
    html += number ? "<td" + attribute("data-order", std::to_string(*number)) + '>' +
                         share(*number, table.whole[i]) + "</td>"
                   : "<td></td>";
  }
  if (has_bars(table)) html += bars_of(table, row, largest);
  for (std::size_t i = 1; table.compares && i < table.columns.size(); ++i)
    html += differences_of(table, row, i);
  return html;
}

std::string row_of(const page_table& table, const table_row& row, double largest) {
  const std::string_view label = row.label.empty() ? row.key : row.label;
  std::string html = "<tr><th scope=\"row\"" + attribute("data-key", row.key) + "><bdi>" + html_text(label) +
                     "</bdi></th>" + numbers_of(table, row, largest);
  if (has_examples(table)) {
    html += "<td class=\"examples\">";
    for (const std::string& text : row.examples) html += "<code>" + html_text(text) + "</code>";
    html += "</td>";
  }
  return html + "</tr>\n";
}

}  // namespace

std::string difference(std::uint64_t from, std::uint64_t to) {
  if (from == to) return "0";
  const std::uint64_t by = from < to ? to - from : from - to;
  const std::string sign = from < to ? "+" : "-";
  if (from == 0) return sign + grouped(by);
  return sign + grouped(by) + " (" + sign + share(by, from) + ')';
}

std::string difference_header(std::size_t run) {
  return std::string(1, static_cast<char>('A' + run)) + " \u2212 A";
}

std::int64_t share_change(const page_table& table, const table_row& row, std::size_t column) {
  if (table.whole.empty() || !row.numbers[0] || !row.numbers[column]) return 0;
  return std::llround((weight_of(table, row, column) - weight_of(table, row, 0)) * 1000);
}

bool is_drawn(const page_table& table) {
  return (table.chart == chart_kind::histogram || table.chart == chart_kind::lines) && table.rows.size() > 1;
}

std::string html_of(const page_table& table) {
  if (table.rows.empty()) return {};
  std::string html = "<section" + attribute("id", table.id) + ">\n";
  if (!table.title.empty()) html += "<h2>" + html_text(table.title) + "</h2>\n";
  if (!table.note.empty()) html += "<p>" + html_text(table.note) + "</p>\n";
  const std::string_view drawn = drawn_kind(table);
  html += "<figure" + (drawn.empty() ? std::string() : attribute("data-chart", drawn)) + ">\n";
  const bool is_folded = table.folded && !drawn.empty();
  if (is_folded) html += "<details open><summary>Numbers</summary>\n";
  html += "<div class=\"scroll\"><table" + attribute("data-heading", table.id) + ">\n" + head_of(table) +
          "<tbody>\n";
  const double largest = largest_weight(table);
  for (const table_row& row : table.rows) html += row_of(table, row, largest);
  html += "</tbody></table></div>\n";
  if (is_folded) html += "</details>\n";
  return html + "</figure></section>\n";
}

}  // namespace urlsieve
