#include "src/cli/closing_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "src/cli/amounts.hpp"
#include "src/cli/console.hpp"
#include "src/cli/stats_text.hpp"
#include "src/cli/terminal/screen.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/verify_shards.hpp"

namespace urlsieve::cli {

namespace {

// By kind of fault.
constexpr auto advice = enum_table<fault>(
    {{fault::input, "check that the files exist, are readable, and match --input-format; then rerun"},
     {fault::archive,
      "the output has all that could be read: fetch these files again, or accept the loss by --on-error "
      "ignore"},
     {fault::content,
      "every crawl has such pages, and the output has the links that could be found: --stats FILE lists "
      "examples"}});

std::string_view arrow() {
  return screen::has_utf8() ? "\u2192" : "->";
}

}  // namespace

closing_line::closing_line(bool quiet) : is_seen_(!quiet && screen::is_terminal()) {}

void closing_line::print(std::string_view summary, std::string_view directory) const {
  constexpr double least_seconds = 1;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (!is_seen_ || (directory.empty() && seconds < least_seconds)) return;
  std::string line = fmt::format("{} in {}", summary, in_time(seconds));
  if (!directory.empty())
    line += fmt::format(" {} {}{}", arrow(), directory, directory.ends_with('/') ? "" : "/");
  cli::print_message(line);
}

std::string extract_summary(const stats& counted, bool dedup) {
  const std::uint64_t rejected =
      std::accumulate(counted.rejected.begin(), counted.rejected.end(), std::uint64_t{0});
  return fmt::format("{}{} ({}, {} rejected)", dedup ? in_thousands(counted.unique) + " distinct of " : "",
                     cli::counted(counted.kept, "URL"), cli::counted(counted.references, "reference"),
                     in_thousands(rejected));
}

std::string merge_summary(const manifest& output, std::uint64_t rows, std::size_t directories) {
  return fmt::format("{} of {} in {}, {} of {}", counted(output.unique, "distinct URL"), counted(rows, "row"),
                     counted(directories, "directory", "directories"), counted(output.shards.size(), "shard"),
                     in_bytes(static_cast<double>(output.sums().bytes)));
}

std::string verify_summary(const verify_report& report, std::uint64_t bytes) {
  return fmt::format(
      "{}: {}, {}, {}", report.faults.empty() ? "no faults" : counted(report.faults.size(), "fault"),
      counted(report.shards, "shard"), counted(report.lines, "row"), in_bytes(static_cast<double>(bytes)));
}

std::string lines_summary(std::uint64_t lines, std::uint64_t rejected) {
  return fmt::format("{}, {} rejected", counted(lines, "line"), in_thousands(rejected));
}

void print_verdict(const run_summary& run, const closing_line& closing, bool quiet) {
  if (quiet) {
    if (run.ended != outcome::nothing_read) return;
    for (const damage_example& example : run.counted.examples) print_message(damage_line(example));
  }
  for (const std::string& line : verdict_lines(run.counted, !closing.is_seen())) print_message(line);
}

std::vector<std::string> fault_lines(const stats& counted) {
  std::vector<std::string> lines;
  for (std::size_t kind = 0; kind < fault_count; ++kind) {
    const auto is_of_kind = [kind](damage reason) { return kind_of(reason) == static_cast<fault>(kind); };
    const std::string reasons = damage_reasons(counted.damaged, is_of_kind);
    if (reasons.empty()) continue;
    lines.push_back(fmt::format("{} faults: {}", name_of(static_cast<fault>(kind)), reasons));
    const auto example =
        std::find_if(counted.examples.begin(), counted.examples.end(),
                     [&](const damage_example& candidate) { return is_of_kind(candidate.reason); });
    if (example != counted.examples.end()) lines.push_back("  example: " + damage_line(*example));
    lines.push_back(fmt::format("  {}", advice[kind]));
  }
  return lines;
}

}  // namespace urlsieve::cli
