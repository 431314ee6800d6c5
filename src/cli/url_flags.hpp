// Flags about URLs, which several subcommands share: what is typed becomes the library's options.
#ifndef URLSIEVE_CLI_URL_FLAGS_HPP
#define URLSIEVE_CLI_URL_FLAGS_HPP

#include <CLI/App.hpp>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

// --ladder, --resolution, --above-root, --same-scheme, --unreserved, --strict, --max-url.
void add_url_flags(CLI::App& app, url_options& options);

// --keep-fragment.
void add_fragment_flag(CLI::App& app, url_options& options);

// --redirects.
void add_protocol_flag(CLI::App& app, redirect_options& options);

// --userinfo, --drop.
void add_safety_flags(CLI::App& app, url_options& options);

// --drop-tracking, --drop-session-ids, --sort-query, --fold-www, --fold-index, --fold-https.
void add_convention_flags(CLI::App& app, convention_options& options);

// --key.
void add_key_flag(CLI::App& app, key_form& key);

// --same-document.
void add_same_document_flag(CLI::App& app, url_options& options);

// --schemes and --drop-schemes.
void add_scheme_flags(CLI::App& app, url_options& options);

}  // namespace urlsieve::cli

#endif
