// The HTML report about runs, as one self-contained file. Equal facts give equal bytes.
#ifndef URLSIEVE_REPORT_REPORT_PAGE_HPP
#define URLSIEVE_REPORT_REPORT_PAGE_HPP

#include <span>
#include <string>
#include <string_view>

#include "src/report/run_facts.hpp"

namespace urlsieve {

// Returns the page about `runs`. Several runs are shown side by side, compared with the first. The page shows
// `date` unless it is empty. Requires: at least one run.
[[nodiscard]] std::string report_page(std::span<const run_facts> runs, std::string_view date = {});

}  // namespace urlsieve

#endif
