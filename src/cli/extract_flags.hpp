// The flags of extract that say what is found and how it is written, for all who start such a run.
#ifndef URLSIEVE_CLI_EXTRACT_FLAGS_HPP
#define URLSIEVE_CLI_EXTRACT_FLAGS_HPP

#include <CLI/App.hpp>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

// All but the inputs, and what is told of the run.
void add_extract_flags(CLI::App& flags, extract_options& options);

}  // namespace urlsieve::cli

#endif
