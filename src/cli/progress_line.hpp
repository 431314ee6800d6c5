// Formats the progress of a run: a line for people that fits a width, and a JSON object for programs.
#ifndef URLSIEVE_CLI_PROGRESS_LINE_HPP
#define URLSIEVE_CLI_PROGRESS_LINE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace urlsieve::cli {

enum class task : std::uint8_t { extracting, merging, converting, verifying, counting, comparing };

// Returns true if the rows of directories become other rows.
[[nodiscard]] constexpr bool rewrites_rows(task activity) {
  return activity == task::merging || activity == task::converting;
}

// The progress at one moment.
struct run_progress {
  task activity = task::extracting;
  double seconds = 0;              // since the start of the run
  std::uint64_t stored = 0;        // input bytes read, as stored
  std::uint64_t stored_total = 0;  // 0: unknown
  std::uint64_t bytes = 0;         // decompressed; 0: not counted
  std::uint64_t documents = 0;
  std::uint64_t rows = 0;        // distinct URLs, or merged rows
  double stored_per_second = 0;  // recent average; 0: unknown, or no progress
  double bytes_per_second = 0;
  bool waits_for_input = false;
  bool waits_for_output = false;  // for the reader of standard output
  bool writing = false;           // writing shards
  std::uint32_t shards = 0;
  std::uint32_t shards_written = 0;
};

// Returns the estimated seconds left; 0 if unknown, for example while the run waits.
[[nodiscard]] double time_left(const run_progress& now);

// Returns the fields of the line, the most important first.
[[nodiscard]] std::vector<std::string> progress_fields(const run_progress& now);

// Returns as many leading `fields` as fit into `columns`; if not even the first field fits, its beginning.
[[nodiscard]] std::string fitting(std::span<const std::string> fields, std::size_t columns);

// Returns one object as a line, with its end. Numbers are integers; unknown values are omitted.
[[nodiscard]] std::string progress_json(const run_progress& now, bool ended);

}  // namespace urlsieve::cli

#endif
