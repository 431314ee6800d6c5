// What is told of a run while it goes on: a line for people, made to fit, and an object for programs.
#ifndef URLSIEVE_CLI_PROGRESS_LINE_HPP
#define URLSIEVE_CLI_PROGRESS_LINE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace urlsieve::cli {

enum class task : std::uint8_t { extracting, merging, verifying, counting, comparing };

// Of one moment.
struct run_progress {
  task doing = task::extracting;
  double seconds = 0;              // since the run began
  std::uint64_t stored = 0;        // bytes, as stored
  std::uint64_t stored_total = 0;  // 0: not known
  std::uint64_t bytes = 0;         // decompressed; 0: not counted
  std::uint64_t documents = 0;
  std::uint64_t rows = 0;        // distinct URLs, or rows that were merged
  double stored_per_second = 0;  // of late; 0: not known, or nothing moved
  double bytes_per_second = 0;
  bool waits_for_input = false;
  bool waits_for_output = false;  // for whoever reads it
  bool writing = false;           // shards
  std::uint32_t shards = 0;
  std::uint32_t shards_written = 0;
};

// Seconds that are left; 0: it cannot be told, as while somebody is waited for.
[[nodiscard]] double time_left(const run_progress& now);

// What there is to say, what matters most first.
[[nodiscard]] std::vector<std::string> progress_fields(const run_progress& now);

// As many of `fields` as fit into `columns`, those at the end left out first; of the first one as much as
// does.
[[nodiscard]] std::string fitting(std::span<const std::string> fields, std::size_t columns);

// One object on a line, with its end. Numbers are whole; what is not known is not in it.
[[nodiscard]] std::string progress_json(const run_progress& now, bool ended);

}  // namespace urlsieve::cli

#endif
