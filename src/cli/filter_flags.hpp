// The flags that drop references although they give a URL. Requires: `options` outlives `app`.
#ifndef URLSIEVE_CLI_FILTER_FLAGS_HPP
#define URLSIEVE_CLI_FILTER_FLAGS_HPP

#include <CLI/App.hpp>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

// Adds --where, --hosts, --domains, --drop-hosts, --drop-domains, --same-site, --other-site, --extensions,
// --include, --exclude, --sample, --limit.
void add_filter_flags(CLI::App& app, filter_options& options);

// Adds --rejects, --rejects-limit.
void add_reject_flags(CLI::App& app, reject_options& options);

}  // namespace urlsieve::cli

#endif
