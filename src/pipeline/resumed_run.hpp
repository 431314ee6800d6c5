// extract() with options.output.resume: a journal beside the output lets the same command go on where it was
// killed.
#ifndef URLSIEVE_PIPELINE_RESUMED_RUN_HPP
#define URLSIEVE_PIPELINE_RESUMED_RUN_HPP

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/filters/url_filter.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// From where the journal says that an earlier run was, or from the beginning. `known` are the redirects to
// follow, `filter` (may be null) leaves out, `before` what was counted while they were read.
[[nodiscard]] result<run_summary> resume_run(const extract_options& options, const observed_redirects& known,
                                             const url_filter* filter, const stats& before,
                                             run_monitor& monitor);

}  // namespace urlsieve

#endif
