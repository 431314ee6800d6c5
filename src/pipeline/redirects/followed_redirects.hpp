// Redirects that a run follows, those it is given and those it learns: how much memory they may take, and
// where they go beyond that.
#ifndef URLSIEVE_PIPELINE_FOLLOWED_REDIRECTS_HPP
#define URLSIEVE_PIPELINE_FOLLOWED_REDIRECTS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/dedup/observed_redirects.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// None yet, for one of the two: with a share of --memory, and with --tmpdir, or a place beside the output;
// for a stream, where temporary files go.
[[nodiscard]] std::unique_ptr<observed_redirects> new_redirects(const extract_options& options);

// The same where --memory and --tmpdir are all that is known.
[[nodiscard]] std::unique_ptr<observed_redirects> new_redirects(std::uint64_t asked,
                                                                const std::string& place);

// Removes what runs that were killed left where new_redirects() puts what it has, and says so.
void remove_left_redirects(const extract_options& options, run_monitor& monitor);

// The same for the second; gives what was removed.
std::vector<std::string> remove_left_redirects(const std::string& place);

}  // namespace urlsieve

#endif
