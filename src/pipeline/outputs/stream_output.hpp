// Writes rows to a file descriptor: all references in input order, each URL once when it is first found, or
// each URL once with its count at the end.
#ifndef URLSIEVE_PIPELINE_STREAM_OUTPUT_HPP
#define URLSIEVE_PIPELINE_STREAM_OUTPUT_HPP

#include <memory>

#include "src/pipeline/outputs/output.hpp"

namespace urlsieve {

struct extract_options;

// Creates the output for options.output.dedup, exact and fields. Only whole rows are written, so a reader
// that closes the stream never sees a partial row; then error_code::closed_output ends the run. URLs beyond
// options.output.memory go to disk, except with counts or sources and a limit of rows: then
// error_code::out_of_memory ends the run.
[[nodiscard]] result<std::unique_ptr<output>> make_stream_output(const extract_options& options, int stream);

}  // namespace urlsieve

#endif
