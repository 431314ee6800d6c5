// A run whose output directory is to be in S3: it is made on this machine, and sent there when it is whole.
#ifndef URLSIEVE_PIPELINE_REMOTE_OUTPUT_HPP
#define URLSIEVE_PIPELINE_REMOTE_OUTPUT_HPP

#include <functional>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Calls `run_here` with the options for this machine. What is to be published beside the directory counts as
// published when the directory is there. REQUIRES: is_remote_name(options.output.directory); the options were
// checked.
[[nodiscard]] result<run_summary> run_into_s3(
    const extract_options& options, run_monitor& monitor,
    const std::function<result<run_summary>(const extract_options&)>& run_here);

}  // namespace urlsieve

#endif
