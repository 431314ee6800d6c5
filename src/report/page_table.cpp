#include "src/report/page_table.hpp"

#include <algorithm>
#include <cstddef>

#include "src/report/html_text.hpp"

namespace urlsieve {

namespace {

std::string_view word_of(chart_kind kind) {
  switch (kind) {
    case chart_kind::none:
      break;
    case chart_kind::bars:
      return "bars";
    case chart_kind::histogram:
      return "histogram";
    case chart_kind::lines:
      return "lines";
  }
  return {};
}

bool has_examples(const page_table& table) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [](const table_row& row) { return !row.examples.empty(); });
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
    html += cell(table.columns[i]);
    if (!table.whole.empty()) html += cell("share");
    if (table.compares && i != 0) html += cell("difference");
  }
  if (has_examples(table)) html += "<th scope=\"col\" class=\"examples\">examples</th>";
  return html + "</tr></thead>\n";
}

std::string numbers_of(const page_table& table, const table_row& row) {
  std::string html;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::optional<std::uint64_t> number = row.numbers[i];
    html += number
                ? "<td" + attribute("data-value", std::to_string(*number)) + '>' + grouped(*number) + "</td>"
                : std::string("<td>?</td>");
    if (!table.whole.empty()) html += "<td>" + (number ? share(*number, table.whole[i]) : "") + "</td>";
    if (!table.compares || i == 0) continue;
    html += "<td>" + (number && row.numbers[0] ? difference(*row.numbers[0], *number) : "") + "</td>";
  }
  return html;
}

std::string row_of(const page_table& table, const table_row& row) {
  const std::string_view label = row.label.empty() ? row.key : row.label;
  std::string html = "<tr><th scope=\"row\"" + attribute("data-key", row.key) + "><bdi>" + html_text(label) +
                     "</bdi></th>" + numbers_of(table, row);
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

std::string html_of(const page_table& table) {
  if (table.rows.empty()) return {};
  std::string html = "<section" + attribute("id", table.id) + ">\n";
  if (!table.title.empty()) html += "<h2>" + html_text(table.title) + "</h2>\n";
  if (!table.note.empty()) html += "<p>" + html_text(table.note) + "</p>\n";
  html += "<figure" + attribute("data-chart", word_of(table.chart)) +
          (table.compares ? " class=\"compares\"" : "") + ">\n";
  if (table.folded) html += "<details open><summary>Numbers</summary>\n";
  html += "<div class=\"scroll\"><table" + attribute("data-heading", table.id) + ">\n" + head_of(table) +
          "<tbody>\n";
  for (const table_row& row : table.rows) html += row_of(table, row);
  html += "</tbody></table></div>\n";
  if (table.folded) html += "</details>\n";
  return html + "</figure></section>\n";
}

}  // namespace urlsieve
