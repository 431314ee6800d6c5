// The outcome of a run. _SUCCESS is written, and the exit code is 0, if and only if the outcome is
// `complete`.
#ifndef URLSIEVE_OUTCOME_HPP
#define URLSIEVE_OUTCOME_HPP

#include <cstdint>

#include "urlsieve/fault.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

enum class outcome : std::uint8_t {
  complete,     // exit code 0
  faulty,       // the output covers only the readable input: exit code 1
  nothing_read  // no input could be read, and there is no output: exit code 3
};

// Returns the outcome for the counted faults under `policy`.
[[nodiscard]] inline outcome outcome_of(const stats& counted, error_policy policy) {
  if (counted.inputs.not_read != 0 && counted.inputs.total_read() == 0) return outcome::nothing_read;
  if (policy == error_policy::ignore) return outcome::complete;
  std::uint64_t faults = counted.faults(fault::input) + counted.faults(fault::archive);
  if (policy == error_policy::strict) faults += counted.faults(fault::content);
  return faults == 0 ? outcome::complete : outcome::faulty;
}

}  // namespace urlsieve

#endif
