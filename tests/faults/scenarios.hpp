// The scenarios of the sweep: small runs of every subcommand that cover each kind of input and output.
#pragma once

#include <vector>

#include "tests/faults/trial.hpp"

namespace faults {

std::vector<scenario> all_scenarios();

}  // namespace faults
