// Prints the closing line for a person at a terminal: the result and the duration of a subcommand. Printed
// only if the subcommand took longer than a second or wrote a directory.
#ifndef URLSIEVE_CLI_CLOSING_LINE_HPP
#define URLSIEVE_CLI_CLOSING_LINE_HPP

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {
struct verify_report;
}

namespace urlsieve::cli {

class closing_line {
 public:
  // Starts the clock. `quiet`: prints nothing.
  explicit closing_line(bool quiet);

  // True if standard error is a terminal and the run is not quiet.
  [[nodiscard]] bool is_seen() const { return is_seen_; }

  // Prints "`summary` in 0:48 -> `directory`/", if the conditions above hold. `directory`: empty if none was
  // written.
  void print(std::string_view summary, std::string_view directory = {}) const;

 private:
  bool is_seen_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Returns "237,660 distinct of 9,191,000 URLs (9,829,625 references, 638,625 rejected)". Without `dedup`,
// distinct URLs are unknown and omitted.
[[nodiscard]] std::string extract_summary(const stats& counted, bool dedup);

// Returns "237,660 distinct URLs of 300,000 rows in 2 directories, 16 shards of 12.3 MiB".
[[nodiscard]] std::string merge_summary(const manifest& output, std::uint64_t rows, std::size_t directories);

// Returns "no faults: 64 shards, 237,660 rows, 1.2 GiB", or "3 faults: ...". `bytes`: size of the shards.
[[nodiscard]] std::string verify_summary(const verify_report& report, std::uint64_t bytes);

// Returns "1,200 lines, 3 rejected".
[[nodiscard]] std::string lines_summary(std::uint64_t lines, std::uint64_t rejected);

// Prints the reasons for the exit code of a run: verdict_lines(). A quiet run prints them, with the examples
// of damage, only if nothing was read.
void print_verdict(const run_summary& run, const closing_line& closing, bool quiet);

// Returns, for each kind of fault in `counted`: the reasons, an example, and advice. Empty without faults.
[[nodiscard]] std::vector<std::string> fault_lines(const stats& counted);

}  // namespace urlsieve::cli

#endif
