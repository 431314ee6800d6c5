// A table of numbers, a column for each run; of several runs also how the others differ from the first. The
// page's script draws its charts from these tables, so that what a chart shows is what stands there.
#ifndef URLSIEVE_REPORT_PAGE_TABLE_HPP
#define URLSIEVE_REPORT_PAGE_TABLE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

enum class chart_kind : std::uint8_t {
  none,
  bars,       // lying, one a row
  histogram,  // standing, by size; the axis of the numbers is logarithmic
  lines       // over time; a scale for each column
};

struct table_row {
  std::string key;    // the name in manifests and statistics; may come from input
  std::string label;  // as it is shown; empty: the key
  std::vector<std::optional<std::uint64_t>> numbers;  // one a column; none where it is not known
  std::vector<std::string> examples = {};
};

struct page_table {
  std::string id;                    // also of what is counted: "rejected"
  std::string title;                 // empty: the table has no heading of its own
  std::string note;                  // a sentence below the title; may be empty
  std::string names;                 // what the rows are: "reason"
  std::vector<std::string> columns;  // what the numbers are
  std::vector<std::uint64_t> whole;  // what shares are of, a number for each column; empty: no shares
  bool compares = false;             // columns are runs, and are compared with the first
  chart_kind chart = chart_kind::none;
  bool folded = false;  // where there is a chart, the table is shown on request
  std::vector<table_row> rows;
};

// "-" and digits, or "+"; with the change in percent where there is something to compare with.
[[nodiscard]] std::string difference(std::uint64_t from, std::uint64_t to);

// A section of the page; empty where the table has no rows.
[[nodiscard]] std::string html_of(const page_table& table);

}  // namespace urlsieve

#endif
