// The contract of a run under a fault (README.md): the exit code is true, outputs are whole or absent,
// previous outputs stay, and the next run cleans up and produces the output of a run without a fault.
#pragma once

#include <string>

#include "tests/faults/trial.hpp"

namespace faults {

struct fault {
  const char* name;
  fault_effect effect;
  int number;
  bool stays;
};

// A run of the scenario without a fault.
struct expectation {
  snapshot before;  // files in front of the run
  outcome result;
};

// Runs the scenario without a fault.
expectation expected_of(const sandbox& box, const scenario& subject);

// Returns the violation of the contract in a run that ended with `result`, or an empty string. May run the
// command again in the folder of the run.
std::string judge(const sandbox& box, const scenario& subject, const expectation& expected,
                  const fault& injection, const outcome& result);

}  // namespace faults
