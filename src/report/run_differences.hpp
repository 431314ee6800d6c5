// The parts of the report page that name differences between runs.
#ifndef URLSIEVE_REPORT_RUN_DIFFERENCES_HPP
#define URLSIEVE_REPORT_RUN_DIFFERENCES_HPP

#include <span>
#include <string>

#include "src/report/page_table.hpp"

namespace urlsieve {

// Returns the section "differences": the rows of `tables` whose shares differ most between a run and the
// first run, at most 10, the largest difference first. Returns an empty text if no share differs by 0.1
// points.
[[nodiscard]] std::string differences_html(std::span<const page_table> tables);

}  // namespace urlsieve

#endif
