// Selects groups of options for the parts of the pipeline and for modules below. A source file that
// includes the header of one group is not recompiled when another group changes.
#ifndef URLSIEVE_PIPELINE_OPTION_PARTS_HPP
#define URLSIEVE_PIPELINE_OPTION_PARTS_HPP

#include "src/documents/formats.hpp"
#include "src/documents/media_type.hpp"
#include "src/pipeline/batches_in_flight.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Returns the options of splitters. Requires: `options` outlives the result.
[[nodiscard]] inline splitter_options splitter_options_of(const extract_options& options) {
  return {options.input, options.text, options.url.max_url, options.whole_records,
          options.input.format == input_format::automatic};
}

[[nodiscard]] inline batch_memory batch_memory_of(const extract_options& options) {
  return {options.batch_bytes, options.output.memory, options.threads};
}

[[nodiscard]] inline script_bodies script_bodies_of(const link_options& links) {
  return links.scripts ? script_bodies::read : script_bodies::as_text;
}

}  // namespace urlsieve

#endif
