// What a run counted, as lines for people and as JSON for programs.
#ifndef URLSIEVE_CLI_REPORT_HPP
#define URLSIEVE_CLI_REPORT_HPP

#include <string>

#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

// "FILE: at byte 123: truncated-record: what was seen"
[[nodiscard]] std::string damage_line(const damage_example& one);

// "2 bad-json, 1 truncated-record: counted and skipped"
[[nodiscard]] std::string damage_total_line(const stats& counted);

[[nodiscard]] std::string stats_json(const run_summary& done);

}  // namespace urlsieve::cli

#endif
