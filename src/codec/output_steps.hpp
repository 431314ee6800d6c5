// A decoder whose output before a fault does not depend on the capacity that a caller has.
#ifndef URLSIEVE_CODEC_OUTPUT_STEPS_HPP
#define URLSIEVE_CODEC_OUTPUT_STEPS_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

// Returns a decoder that calls `inner` with an output that ends at fixed places of the member: every 4 KiB.
// The libraries of bzip2 and xz lose a part of what a call wrote before a fault, and this part is then always
// the same.
[[nodiscard]] std::unique_ptr<decoder> in_output_steps(std::unique_ptr<decoder> inner);

}  // namespace urlsieve

#endif
