// Creates tables for redirects that a run follows, given or learnt: their share of the memory, and their
// place on disk beyond that share.
#ifndef URLSIEVE_PIPELINE_FOLLOWED_REDIRECTS_HPP
#define URLSIEVE_PIPELINE_FOLLOWED_REDIRECTS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/dedup/observed_redirects.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

struct output_options;
struct redirect_options;

// Returns an empty table for the given or the learnt redirects. The table has a share of --memory, and spills
// to --tmpdir, a place beside the output, or, for streams, the folder for temporary files.
[[nodiscard]] std::unique_ptr<observed_redirects> new_redirects(const redirect_options& redirects,
                                                                const output_options& output);

// Returns an empty table like above for callers without these options: `memory` is --memory, and `place` is
// --tmpdir (empty: the folder for temporary files).
[[nodiscard]] std::unique_ptr<observed_redirects> new_redirects(std::uint64_t memory,
                                                                const std::string& place);

// Removes and reports leftovers of killed runs in the place of new_redirects().
void remove_left_redirects(const output_options& output, run_monitor& monitor);

// Removes leftovers of killed runs in `place`, and returns their names.
std::vector<std::string> remove_left_redirects(const std::string& place);

}  // namespace urlsieve

#endif
