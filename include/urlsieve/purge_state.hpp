// Removes URLs from a state (update_state.hpp).
#ifndef URLSIEVE_PURGE_STATE_HPP
#define URLSIEVE_PURGE_STATE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

// Conditions on the URLs to remove: a URL is removed if it meets all conditions that are set. At least one
// condition must be set.
struct purge_options {
  std::string state;
  // Files of names, one a line, as in filter_options. Both files form one condition: the URL has one of the
  // hosts, or a host in one of the domains.
  std::vector<std::string> hosts;
  std::vector<std::string> domains;
  std::vector<std::string> include;  // RE2 expressions, as in filter_options; one must match
  // A file of URLs, one a line; "-": standard input. The URLs are normalized as in the state.
  std::string urls_from;
  std::string not_seen_since;  // "2026-01-31": last-date is before this day
  unsigned threads = 0;        // 0: all threads of the machine
  std::uint64_t memory = 0;    // bytes for the whole process; 0: half of the machine's memory
};

struct purge_summary {
  std::uint64_t removed = 0;
  std::uint64_t unique = 0;  // URLs of the state afterwards
};

// Removes the URLs, and rewrites the state as a single layer without them. Removed rows are gone from the
// disk afterwards, except in layers that another process reads; the next change removes these. Without such
// URLs, the state is unchanged. `monitor` may be null.
//
// Returns error_code::usage for no condition, an invalid expression or date, and a condition on last-date if
// the state lacks the column; invalid_url for a line of urls_from that is no URL; otherwise fails as
// update_state() does. An error leaves the old or the new state.
[[nodiscard]] result<purge_summary> purge_state(const purge_options& options, run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
