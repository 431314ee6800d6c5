// The sections of the report page that are no tables of numbers: settings, faults, and the largest
// differences between runs.
#ifndef URLSIEVE_REPORT_RUN_SECTIONS_HPP
#define URLSIEVE_REPORT_RUN_SECTIONS_HPP

#include <span>
#include <string>
#include <vector>

#include "src/report/page_table.hpp"
#include "src/report/run_facts.hpp"

namespace urlsieve {

// Returns the section "settings": a table with a row for each setting, and a column for each run. Rows in
// which the runs differ are marked. Returns an empty text if nothing is known. `names`: the display names of
// the runs.
[[nodiscard]] std::string settings_html(std::span<const run_facts> runs,
                                        const std::vector<std::string>& names);

// Returns a paragraph for each run with its faults by kind, styled by severity. `names`: the display names of
// the runs.
[[nodiscard]] std::string verdicts_html(std::span<const run_facts> runs,
                                        const std::vector<std::string>& names);

// Returns the section "faults", with the damage by input and file; empty if no run has such data. Only
// statistics have such data.
[[nodiscard]] std::string faults_html(std::span<const run_facts> runs, const std::vector<std::string>& names);

// Returns the section "differences": the rows of `tables` whose shares differ most between a run and the
// first run, at most 10, the largest difference first. Returns an empty text if no share differs by 0.1
// points.
[[nodiscard]] std::string differences_html(std::span<const page_table> tables);

}  // namespace urlsieve

#endif
