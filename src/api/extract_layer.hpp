// Extracts the URLs of inputs into a new layer of a state.
#ifndef URLSIEVE_API_EXTRACT_LAYER_HPP
#define URLSIEVE_API_EXTRACT_LAYER_HPP

#include "src/pipeline/outputs/state_rows.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

// Like extract() into output_options::directory, but URLs of `state` count for filter_options::max_per_host
// and max_per_domain, and are never dropped because of these limits. `state` has no effect without a limit.
[[nodiscard]] result<run_summary> extract_layer(const extract_options& options, const state_rows& state,
                                                run_monitor* monitor);

}  // namespace urlsieve

#endif
