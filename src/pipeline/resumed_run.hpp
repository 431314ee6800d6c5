// Implements extract() with options.output.resume: with a journal beside the output, the same command resumes
// a killed run.
#ifndef URLSIEVE_PIPELINE_RESUMED_RUN_HPP
#define URLSIEVE_PIPELINE_RESUMED_RUN_HPP

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/filters/run_filters.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct extract_options;

// Resumes the run in the journal, or begins a new run. `known` are the redirects to follow, and `before` are
// the counts from reading the redirects. If the output is complete and the inputs are unchanged, reads
// nothing and returns a summary from the manifest. If the output lacks inputs, reads only these inputs if
// possible.
//
// Fails as journal::open() does (another run, other options). Fails with error_code::cannot_read if inputs of
// a killed run have changed, and with output_exists as a run without a journal does. After an error or a
// stop, the journal stays for the next run.
[[nodiscard]] result<run_summary> resume_run(const extract_options& options, const observed_redirects& known,
                                             const run_filters& filters, const stats& before,
                                             run_monitor& monitor);

}  // namespace urlsieve

#endif
