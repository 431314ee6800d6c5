// The flags of extract that decide what is found and how it is written, for all subcommands that start such a
// run.
#ifndef URLSIEVE_CLI_EXTRACT_FLAGS_HPP
#define URLSIEVE_CLI_EXTRACT_FLAGS_HPP

#include <CLI/App.hpp>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

// Adds all flags of extract except the inputs and the flags about reporting the run. Requires: `options`
// outlives `flags`.
void add_extract_flags(CLI::App& flags, extract_options& options);

}  // namespace urlsieve::cli

#endif
