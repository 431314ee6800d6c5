// Gaps in the order of a run with a journal. An input that cannot be opened leaves a gap in the batch
// numbers. A later run reads the gap alone, and its results get the places of an undisturbed run.
#ifndef URLSIEVE_PIPELINE_INPUT_GAP_HPP
#define URLSIEVE_PIPELINE_INPUT_GAP_HPP

#include <cstdint>
#include <string>

#include "urlsieve/stats.hpp"

namespace urlsieve {

// The inputs between two opened inputs.
struct input_gap {
  std::uint64_t inputs = 0;       // number of inputs opened before the gap
  std::uint64_t first_batch = 0;  // the numbers [first_batch, end_batch) are reserved for the gap
  std::uint64_t end_batch = 0;
  std::string next;  // checksum of the input behind the gap; empty: the listing ends
};

struct counted_gap {
  input_gap place;
  stats before;   // counts from the end of the previous gap to this gap
  stats counted;  // counts in the gap
};

}  // namespace urlsieve

#endif
