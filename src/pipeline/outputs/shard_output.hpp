// Writes URLs to an output directory of shards: each URL once, sorted by bytes inside its shard.
#ifndef URLSIEVE_PIPELINE_SHARD_OUTPUT_HPP
#define URLSIEVE_PIPELINE_SHARD_OUTPUT_HPP

#include <memory>

#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/outputs/state_rows.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

struct extract_options;

// Begins options.output.directory. While shards are written, reports progress to `monitor` and obeys its
// `stop`. The URLs of `state` count for the limits of URLs per host and domain. Fails with
// error_code::output_exists if the directory is not empty and `force` is false, with usage if memory does not
// suffice, and with cannot_open or cannot_read for directories. Requires: `options` and `monitor` outlive the
// output.
[[nodiscard]] result<std::unique_ptr<output>> make_shard_output(const extract_options& options,
                                                                state_rows state, run_monitor& monitor);

}  // namespace urlsieve

#endif
