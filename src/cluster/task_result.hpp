// The result of a finished task.
#ifndef URLSIEVE_CLUSTER_TASK_RESULT_HPP
#define URLSIEVE_CLUSTER_TASK_RESULT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cluster/task_plan.hpp"

namespace urlsieve {

struct task_result {
  std::string fingerprint;  // of the task
  std::uint64_t round = 0;  // round of retries in which the attempt began (retry_rounds.hpp)
  std::string host;
  std::uint64_t milliseconds = 0;
  std::uint64_t cpu_milliseconds = 0;  // of all threads, in user and kernel mode
  std::uint64_t peak_memory = 0;       // bytes, of the process
  std::uint64_t bytes_read = 0;        // stored bytes
  std::uint64_t bytes_written = 0;
  std::uint64_t references = 0;
  std::uint64_t unique = 0;           // rows written
  bool complete = true;               // no input had a fault
  bool empty = false;                 // no output, because all needed tasks were given up
  std::string manifest;               // checksum of the manifest of the output
  std::string run;                    // the run in the store; empty: the store needs no name
  std::vector<std::string> left_out;  // given-up tasks whose inputs are missing
  std::vector<std::string> without;   // inputs that could not be read, here or in merged runs
  std::vector<std::pair<std::string, std::string>> faults;  // inputs and their faults
};

// Convert a result to the text of the record ID.result, and back. The text is not trusted: read_result()
// returns nullopt unless result_text() writes the same text for this task, and all tasks in left_out are
// extracts.
[[nodiscard]] std::string result_text(const planned_task& task, const task_result& ended);
[[nodiscard]] std::optional<task_result> read_result(const planned_task& task, std::string_view text);

}  // namespace urlsieve

#endif
