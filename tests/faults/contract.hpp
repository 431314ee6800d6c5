// What a run owes whatever happens to it: the exit code tells the truth, outputs are whole or absent, what
// was there before is, and the next run cleans up and gives what a run without a fault gives.
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

// What the scenario is like without a fault.
struct expectation {
  snapshot before;  // what it finds
  outcome ended;
};

expectation expected_of(const stage& where, const scenario& what);

// What is wrong with how a run ended that met the fault, after which the folder is used up; empty: nothing.
std::string judge(const stage& where, const scenario& what, const expectation& wanted, const fault& met,
                  const outcome& ended);

}  // namespace faults
