// The tables of the report page, in page order.
#ifndef URLSIEVE_REPORT_RUN_TABLES_HPP
#define URLSIEVE_REPORT_RUN_TABLES_HPP

#include <span>
#include <string>
#include <vector>

#include "src/report/page_table.hpp"
#include "src/report/run_facts.hpp"

namespace urlsieve {

// Returns the totals of the runs, for a page that compares runs. `names` are the display names of the runs.
[[nodiscard]] page_table totals_table(std::span<const run_facts> runs, const std::vector<std::string>& names);

// Returns all other tables.
[[nodiscard]] std::vector<page_table> tables_of(std::span<const run_facts> runs,
                                                const std::vector<std::string>& names);

}  // namespace urlsieve

#endif
