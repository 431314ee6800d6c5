// What a run counted, as lines for people and as JSON for programs.
#ifndef URLSIEVE_CLI_REPORT_HPP
#define URLSIEVE_CLI_REPORT_HPP

#include <string>
#include <vector>

#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

// "FILE: at byte 81,234 of the file (1,113,757 decompressed), in http://host/: bad JSON: what was seen"
[[nodiscard]] std::string damage_line(const damage_example& one);

// At the end of a run: the inputs that were not read, or not all of, as far as the lines of single faults
// have not told it, and the sum of it all. Empty where nothing was wrong.
[[nodiscard]] std::vector<std::string> verdict_lines(const stats& counted);

[[nodiscard]] std::string stats_json(const run_summary& done);

}  // namespace urlsieve::cli

#endif
