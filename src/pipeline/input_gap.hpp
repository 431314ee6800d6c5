// Gaps in the order of a run with a journal. An input that cannot be opened leaves a gap in the numbers of
// batches. A later run reads the gap alone, and what it finds has the place that an undisturbed run gives it.
#ifndef URLSIEVE_PIPELINE_INPUT_GAP_HPP
#define URLSIEVE_PIPELINE_INPUT_GAP_HPP

#include <cstdint>
#include <string>

#include "urlsieve/stats.hpp"

namespace urlsieve {

// All inputs between two that were opened.
struct input_gap {
  std::uint64_t inputs = 0;       // opened before the gap
  std::uint64_t first_batch = 0;  // the numbers [first_batch, end_batch) are free for the gap
  std::uint64_t end_batch = 0;
  std::string next;  // checksum of the input behind the gap; empty: the gap ends the listing
};

struct counted_gap {
  input_gap place;
  stats before;   // from the end of the gap before up to this gap
  stats counted;  // in the gap
};

}  // namespace urlsieve

#endif
