// What a run counted, as lines for people and as JSON for programs.
#ifndef URLSIEVE_CLI_REPORT_HPP
#define URLSIEVE_CLI_REPORT_HPP

#include <functional>
#include <string>
#include <vector>

#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

// "FILE: at byte 81,234 of the file (1,113,757 decompressed), in http://host/: bad JSON: what was seen"
[[nodiscard]] std::string damage_line(const damage_example& one);

// At the end of a run: the inputs that were not read, or not all of, as far as the lines of single faults
// have not told it, and, `summed_up`, the sum of it all. Empty where nothing was wrong.
[[nodiscard]] std::vector<std::string> verdict_lines(const stats& counted, bool summed_up = true);

// "2 bad-json, 1 truncated-record": those of `counts` that `wanted` says.
[[nodiscard]] std::string reasons_met(const damage_counts& counts, const std::function<bool(damage)>& wanted);

[[nodiscard]] std::string stats_json(const run_summary& done);

}  // namespace urlsieve::cli

#endif
