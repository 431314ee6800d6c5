#include "src/cli/closing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "src/cli/amounts.hpp"
#include "src/cli/report.hpp"
#include "src/cli/saying.hpp"
#include "src/cli/terminal/screen.hpp"
#include "urlsieve/enum_table.hpp"

namespace urlsieve::cli {

namespace {

// By kind of fault.
constexpr auto what_to_do = enum_table<fault>(
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

closing::closing(bool quiet) : is_seen_(!quiet && screen::is_there()) {}

void closing::say(std::string_view did, std::string_view directory) const {
  constexpr double worth_telling = 1;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  if (!is_seen_ || (directory.empty() && seconds < worth_telling)) return;
  std::string line = fmt::format("{} in {}", did, in_time(seconds));
  if (!directory.empty())
    line += fmt::format(" {} {}{}", arrow(), directory, directory.ends_with('/') ? "" : "/");
  cli::say(line);
}

std::string extracted(const stats& counted, bool dedup) {
  const std::uint64_t rejected =
      std::accumulate(counted.rejected.begin(), counted.rejected.end(), std::uint64_t{0});
  return fmt::format("{}{} ({}, {} rejected)", dedup ? in_thousands(counted.unique) + " distinct of " : "",
                     cli::counted(counted.kept, "URL"), cli::counted(counted.references, "reference"),
                     in_thousands(rejected));
}

std::string merged(const manifest& made, std::uint64_t rows, std::size_t directories) {
  return fmt::format("{} of {} in {}, {} of {}", counted(made.unique, "distinct URL"), counted(rows, "row"),
                     counted(directories, "directory", "directories"), counted(made.shards.size(), "shard"),
                     in_bytes(static_cast<double>(made.sums().bytes)));
}

std::string verified(const verify_report& found, std::uint64_t bytes) {
  return fmt::format(
      "{}: {}, {}, {}", found.faults.empty() ? "no faults" : counted(found.faults.size(), "fault"),
      counted(found.shards, "shard"), counted(found.lines, "row"), in_bytes(static_cast<double>(bytes)));
}

std::string read_lines(std::uint64_t lines, std::uint64_t rejected) {
  return fmt::format("{}, {} rejected", counted(lines, "line"), in_thousands(rejected));
}

std::vector<std::string> fault_lines(const stats& counted) {
  std::vector<std::string> lines;
  for (std::size_t kind = 0; kind < fault_count; ++kind) {
    const auto is_of_kind = [kind](damage reason) { return kind_of(reason) == static_cast<fault>(kind); };
    const std::string reasons = reasons_met(counted.damaged, is_of_kind);
    if (reasons.empty()) continue;
    lines.push_back(fmt::format("{} faults: {}", name_of(static_cast<fault>(kind)), reasons));
    const auto example = std::find_if(counted.examples.begin(), counted.examples.end(),
                                      [&](const damage_example& one) { return is_of_kind(one.reason); });
    if (example != counted.examples.end()) lines.push_back("  example: " + damage_line(*example));
    lines.push_back(fmt::format("  {}", what_to_do[kind]));
  }
  return lines;
}

}  // namespace urlsieve::cli
