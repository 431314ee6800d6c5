// Rows to a file descriptor, in input order: every reference, or each URL once as it is first met, or each
// URL once with its count at the end.
#ifndef URLSIEVE_PIPELINE_STREAM_OUTPUT_HPP
#define URLSIEVE_PIPELINE_STREAM_OUTPUT_HPP

#include <memory>

#include "src/pipeline/outputs/output.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Chooses by options.output.dedup, exact and fields. Only whole rows are written, so that a reader that goes
// away in the middle never sees a part of one; then error_code::closed_output ends the run. Past
// options.output.memory error_code::out_of_memory does: what was printed cannot be sorted any more.
[[nodiscard]] result<std::unique_ptr<output>> make_stream_output(const extract_options& options, int stream);

}  // namespace urlsieve

#endif
