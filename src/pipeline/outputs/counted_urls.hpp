// The stream output of runs with the fields count or sources: each URL once, at the end of the run, in the
// order of first appearance.
#ifndef URLSIEVE_PIPELINE_COUNTED_URLS_HPP
#define URLSIEVE_PIPELINE_COUNTED_URLS_HPP

#include <memory>

#include "src/pipeline/memory_budget.hpp"
#include "src/pipeline/outputs/output.hpp"

namespace urlsieve {

struct filter_options;
struct output_options;

// Creates the output, which writes whole rows to the descriptor `stream`. URLs beyond `memory` go to disk.
// With filter_options::limit all URLs stay in memory, because only all URLs decide which rows count; beyond
// `memory`, error_code::out_of_memory ends the run. Requires: both groups outlive the output.
[[nodiscard]] std::unique_ptr<output> make_counted_urls(const output_options& options,
                                                        const filter_options& filters, int stream,
                                                        memory_budget memory);

}  // namespace urlsieve

#endif
