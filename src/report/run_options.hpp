// The options of a run, as its manifest names them, for people.
#ifndef URLSIEVE_REPORT_RUN_OPTIONS_HPP
#define URLSIEVE_REPORT_RUN_OPTIONS_HPP

#include "src/report/run_facts.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Returns the layout of rows and shards: "fields" "url, count", "shards" "16, by url", "rows" "tsv" ...
[[nodiscard]] named_texts layout_of(const manifest& run);

// Returns the flags of the options that differ from the defaults, with their values: "--ladder" "protocol".
// The value of an option that differs between merged runs is "differs between the merged runs".
[[nodiscard]] named_texts changed_options(const manifest& run);

}  // namespace urlsieve

#endif
