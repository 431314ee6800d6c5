// Makes a decoder's output before a fault independent of the caller's buffer size.
#ifndef URLSIEVE_CODEC_OUTPUT_STEPS_HPP
#define URLSIEVE_CODEC_OUTPUT_STEPS_HPP

#include <memory>

#include "src/codec/compression.hpp"

namespace urlsieve {

// Returns a decoder that calls `inner` with outputs that end at fixed offsets of the member: every 4 KiB. The
// libraries of bzip2 and xz lose a part of the output of the call that meets a fault; fixed steps lose the
// same part every time.
[[nodiscard]] std::unique_ptr<decoder> in_output_steps(std::unique_ptr<decoder> inner);

}  // namespace urlsieve

#endif
