// Conversion of shards into another partition, order or form of URLs: all rows pass through a store, which
// unites and sorts them within bounded memory.
#ifndef URLSIEVE_DATASETS_STORE_CONVERSION_HPP
#define URLSIEVE_DATASETS_STORE_CONVERSION_HPP

#include <optional>

#include "src/datasets/merge_runs.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/convert_shards.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// The arguments of convert_by_store(), which must outlive the call.
struct store_conversion_job {
  const convert_options& options;          // for the output, threads, memory and temporary rows
  const merge_runs& runs;                  // the inputs
  const manifest& out;                     // layout and counts of the output, without shards
  const std::optional<url_options>& urls;  // set if URLs are normalized again
  const remote_context& remote;
  run_monitor& monitor;
};

// Converts the rows of all runs and writes options.output atomically. Requires: out.order is not first_seen;
// the runs have all columns of `out` that the URL does not determine. Fails with error_code::cannot_read for
// any damage of an input.
[[nodiscard]] result<conversion> convert_by_store(const store_conversion_job& job);

}  // namespace urlsieve

#endif
