// The parts of the report page about faults: a verdict for each run, and the damage by input.
#ifndef URLSIEVE_REPORT_FAULT_SECTIONS_HPP
#define URLSIEVE_REPORT_FAULT_SECTIONS_HPP

#include <span>
#include <string>
#include <vector>

#include "src/report/run_facts.hpp"

namespace urlsieve {

// Returns a paragraph for each run with its faults by kind, styled by severity. `names`: the display names of
// the runs.
[[nodiscard]] std::string verdicts_html(std::span<const run_facts> runs,
                                        const std::vector<std::string>& names);

// Returns the section "faults", with the damage by input and file; empty if no run has such data. Only
// statistics have such data.
[[nodiscard]] std::string faults_html(std::span<const run_facts> runs, const std::vector<std::string>& names);

}  // namespace urlsieve

#endif
