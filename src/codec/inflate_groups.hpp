// Decodes groups of symbols of several DEFLATE streams in turn, so that the processor works on one stream
// while it waits for the tables of another. A group is an optional literal, then a literal or a match. A
// literal is handled as a match of length 0 without a branch. The only branches of a group test for long,
// overlapping or otherwise rare matches (inflate_lane::step).
#ifndef URLSIEVE_CODEC_INFLATE_GROUPS_HPP
#define URLSIEVE_CODEC_INFLATE_GROUPS_HPP

#include <span>

#include "src/codec/inflate_lane.hpp"

namespace urlsieve {

struct inflate_groups {
  // Decodes until a lane stops, and returns the index of that lane. Requires: all lanes are running.
  unsigned (*decode_single)(inflate_lane* lane);
  unsigned (*decode_pair)(inflate_lane* lanes);
};

// Returns the variants that are fast on this processor, the fastest first; empty on other processors.
[[nodiscard]] std::span<const inflate_groups> inflate_groups_here();

}  // namespace urlsieve

#endif
