// Runs with an output directory in S3: the output is built on this machine, and uploaded when it is complete.
#ifndef URLSIEVE_PIPELINE_REMOTE_OUTPUT_HPP
#define URLSIEVE_PIPELINE_REMOTE_OUTPUT_HPP

#include <functional>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

struct output_options;
struct remote_options;

// Calls `run_here` with `output` changed for this machine, and uploads the result. Builds the output in a new
// directory below output.temporary (empty: $TMPDIR), which is always removed. Calls
// `monitor.after_publishing` after the upload. Uploads nothing if the run fails or reads nothing.
//
// Fails as remote_upload::begin() and send() do (src/shards/remote_upload.hpp), and with the error of
// `run_here`. Requires: is_remote_name(output.directory), and the options were checked.
[[nodiscard]] result<run_summary> run_to_s3(
    const output_options& output, const remote_options& remote, run_monitor& monitor,
    const std::function<result<run_summary>(const output_options&)>& run_here);

}  // namespace urlsieve

#endif
