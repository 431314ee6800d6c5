// The page that tells of runs: one self-contained HTML file. The same facts give the same bytes.
#ifndef URLSIEVE_REPORT_REPORT_PAGE_HPP
#define URLSIEVE_REPORT_REPORT_PAGE_HPP

#include <span>
#include <string>

#include "src/report/run_facts.hpp"

namespace urlsieve {

// Of one run, or of several beside each other, compared with the first. REQUIRES: there is one.
[[nodiscard]] std::string report_page(std::span<const run_facts> runs);

}  // namespace urlsieve

#endif
