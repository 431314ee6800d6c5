// The tables of numbers of a page, in the order in which they stand there.
#ifndef URLSIEVE_REPORT_RUN_TABLES_HPP
#define URLSIEVE_REPORT_RUN_TABLES_HPP

#include <span>
#include <string>
#include <vector>

#include "src/report/page_table.hpp"
#include "src/report/run_facts.hpp"

namespace urlsieve {

// What stands first of all where runs are compared. `names` are those of the runs.
[[nodiscard]] page_table headline_table(std::span<const run_facts> runs,
                                        const std::vector<std::string>& names);

[[nodiscard]] std::vector<page_table> tables_of(std::span<const run_facts> runs,
                                                const std::vector<std::string>& names);

}  // namespace urlsieve

#endif
