// Formats the counters of a run: lines for people, JSON for programs.
#ifndef URLSIEVE_CLI_STATS_TEXT_HPP
#define URLSIEVE_CLI_STATS_TEXT_HPP

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

// Returns "FILE: at byte 81,234 of the file (1,113,757 decompressed), in http://host/: bad JSON: DETAIL".
[[nodiscard]] std::string damage_line(const damage_example& example);

// Returns the lines at the end of a run: inputs that were not read, or not completely, unless damage_line()
// has already reported them; with `with_summary`, also a summary. Empty if there was no damage.
[[nodiscard]] std::vector<std::string> verdict_lines(const stats& counted, bool with_summary = true);

// Returns "2 bad-json, 1 truncated-record": the nonzero `counts` for which `is_wanted` returns true.
[[nodiscard]] std::string damage_reasons(const damage_counts& counts,
                                         const std::function<bool(damage)>& is_wanted);

// Returns the file of --stats: one JSON object with the command, all counters, examples, throughput and times
// of a run. `command` is for a shell, without passwords.
[[nodiscard]] std::string stats_json(const run_summary& run, std::string_view command);

}  // namespace urlsieve::cli

#endif
