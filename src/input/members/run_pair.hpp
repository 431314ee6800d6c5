// Decodes runs two at a time on one thread. Each lane of an inflate_pair decodes a run and then takes the
// next waiting run, so both lanes stay busy although members differ in size.
#ifndef URLSIEVE_INPUT_MEMBERS_RUN_PAIR_HPP
#define URLSIEVE_INPUT_MEMBERS_RUN_PAIR_HPP

#include <memory>

#include "src/input/members/member_run.hpp"
#include "src/input/members/waiting_runs.hpp"

namespace urlsieve {

// Returns true if two runs like `run` are decoded faster together than one after the other: gzip members, on
// a processor that supports inflate_pair.
[[nodiscard]] bool decodes_in_pairs(const member_run& run);

// Decodes `first`, and waiting runs with it, until none is left or `awaited` (may be null) is done. Requires:
// the caller has claimed the turn of `first`.
void decode_runs(std::shared_ptr<member_run> first, waiting_runs& waiting, const claim_once* awaited);

}  // namespace urlsieve

#endif
