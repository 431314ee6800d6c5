#include "src/pipeline/option_parts.hpp"

#include "src/documents/formats.hpp"
#include "src/documents/media_type.hpp"
#include "src/pipeline/batches_in_flight.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

option_parts::option_parts(const extract_options& options)
    : all(options),
      input(options.input),
      remote(options.remote),
      url(options.url),
      text(options.text),
      links(options.links),
      mail(options.mail),
      filters(options.filters),
      output(options.output),
      rejects(options.rejects),
      redirects(options.redirects),
      base(options.base),
      content_location(options.content_location),
      note_pages(options.note_pages),
      whole_records(options.whole_records),
      threads(options.threads),
      batch_bytes(options.batch_bytes),
      on_error(options.on_error) {}

splitter_options splitter_options_of(const extract_options& options) {
  return {options.input, options.text, options.url.max_url, options.whole_records,
          options.input.format == input_format::automatic};
}

batch_memory batch_memory_of(const extract_options& options) {
  return {options.batch_bytes, options.output.memory, options.threads};
}

script_bodies script_bodies_of(const link_options& links) {
  return links.scripts ? script_bodies::read : script_bodies::as_text;
}

}  // namespace urlsieve
