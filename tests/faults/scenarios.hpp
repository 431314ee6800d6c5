// The small runs that are swept: every subcommand, each way out for URLs.
#pragma once

#include <vector>

#include "tests/faults/trial.hpp"

namespace faults {

std::vector<scenario> all_scenarios();

}  // namespace faults
