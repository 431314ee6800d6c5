// The part of the report page about the making of the runs: command, options, layout.
#ifndef URLSIEVE_REPORT_RUN_SETTINGS_HPP
#define URLSIEVE_REPORT_RUN_SETTINGS_HPP

#include <span>
#include <string>
#include <vector>

#include "src/report/run_facts.hpp"

namespace urlsieve {

// Returns the section "settings": a table with a row for each setting, and a column for each run. Rows in
// which the runs differ are marked. Returns an empty text if nothing is known. `names`: the display names of
// the runs.
[[nodiscard]] std::string settings_html(std::span<const run_facts> runs,
                                        const std::vector<std::string>& names);

}  // namespace urlsieve

#endif
