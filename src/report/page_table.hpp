// A table of numbers in the report page, with a column for each run. With several runs, the table also shows
// each run's difference from the first. The page's scripts sort and filter the tables, and draw charts from
// them, so charts and tables agree.
#ifndef URLSIEVE_REPORT_PAGE_TABLE_HPP
#define URLSIEVE_REPORT_PAGE_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

enum class chart_kind : std::uint8_t {
  none,
  bars,       // bars inside the table, a bar for each number; no script draws them
  histogram,  // vertical bars by size; the axis of numbers is logarithmic
  lines       // lines over time, with a scale for each column
};

struct table_row {
  std::string key;                                    // name in manifests and statistics; may come from input
  std::string label;                                  // displayed name; empty: the key
  std::vector<std::optional<std::uint64_t>> numbers;  // a number for each column; nullopt: unknown
  std::vector<std::string> examples = {};
};

struct page_table {
  std::string id;                    // HTML id; for counts the heading: "rejected"
  std::string title;                 // empty: no heading
  std::string note;                  // a sentence below the title; may be empty
  std::string names;                 // header of the rows: "reason"
  std::vector<std::string> columns;  // headers of the numbers
  std::vector<std::uint64_t> whole;  // totals for shares, a number for each column; empty: no shares
  bool compares = false;             // columns are runs; compare each with the first
  chart_kind chart = chart_kind::none;
  bool folded = false;  // if there is a chart, the table is collapsed
  std::vector<table_row> rows;
};

// Formats the difference `to` - `from` with its sign, followed by the change in percent if `from` is not 0.
[[nodiscard]] std::string difference(std::uint64_t from, std::uint64_t to);

// Returns the header of the differences between run `run` and the first run: "B - A" for run 1.
[[nodiscard]] std::string difference_header(std::size_t run);

// Returns how many thousandths the share of the row in column `column` is above the share in the first
// column; 0 without shares, or if a number is unknown.
[[nodiscard]] std::int64_t share_change(const page_table& table, const table_row& row, std::size_t column);

// Returns true if a script draws a chart of the table: a chart of one row would tell less than the table.
[[nodiscard]] bool is_drawn(const page_table& table);

// Returns the HTML section of the table; empty if the table has no rows.
[[nodiscard]] std::string html_of(const page_table& table);

}  // namespace urlsieve

#endif
