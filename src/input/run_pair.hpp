// Runs decoded two at a time by one thread: each lane of an inflate_pair goes through a run of its own, and
// then through another that waits, so that what differs in size between members costs nothing.
#ifndef URLSIEVE_INPUT_RUN_PAIR_HPP
#define URLSIEVE_INPUT_RUN_PAIR_HPP

#include <memory>

#include "src/input/member_run.hpp"
#include "src/input/waiting_runs.hpp"

namespace urlsieve {

// Whether two such runs together take less time than one after the other.
[[nodiscard]] bool decodes_in_pairs(const member_run& run);

// Decodes `first`, whose turn is claimed, and with it what waits, until nothing does or the turn `enough` (if
// any) is done.
void decode_runs(std::shared_ptr<member_run> first, waiting_runs& others, const claim_once* enough);

}  // namespace urlsieve

#endif
