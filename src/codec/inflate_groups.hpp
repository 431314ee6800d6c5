// Whole groups of symbols of several lanes in turn, so that the processor works at one stream while it waits
// for another's tables. A group is a literal that is looked up by itself if there is one, and then a literal
// or a match: a literal is a match of length 0 without a branch, so nothing of a group is left to be guessed
// but whether the match is a long one, overlaps itself, or is rare in some other way (inflate_lane::step).
#ifndef URLSIEVE_CODEC_INFLATE_GROUPS_HPP
#define URLSIEVE_CODEC_INFLATE_GROUPS_HPP

#include <span>

#include "src/codec/inflate_lane.hpp"

namespace urlsieve {

struct inflate_groups {
  // Goes on with the lanes, which must all be running, until one of them is not, and says which.
  unsigned (*one)(inflate_lane* lane);
  unsigned (*two)(inflate_lane* lanes);
};

// Those that this processor is fast with, the best one first; none on others.
[[nodiscard]] std::span<const inflate_groups> inflate_groups_here();

}  // namespace urlsieve

#endif
