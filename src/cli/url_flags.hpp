// The flags about URLs, shared by several subcommands, which set the options of the library. Requires: the
// options outlive `app`, whose parse sets them.
#ifndef URLSIEVE_CLI_URL_FLAGS_HPP
#define URLSIEVE_CLI_URL_FLAGS_HPP

#include <CLI/App.hpp>
#include <cstdint>

#include "src/cli/protocol_choice.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve::cli {

// Adds --ladder, --resolution, --above-root, --same-scheme, --slashes, --unreserved, --strict, --max-url.
void add_url_flags(CLI::App& app, url_options& options);

// Adds --keep-fragment.
void add_fragment_flag(CLI::App& app, url_options& options);

// Adds --redirects.
void add_protocol_flag(CLI::App& app, redirect_options& options);

// Adds --redirects, --memory and --tmpdir.
void add_protocol_flags(CLI::App& app, protocol_choice& choice);

// Adds --userinfo, --drop. `known`: bits of the flags (namespace flag) that --drop accepts.
void add_safety_flags(CLI::App& app, url_options& options, std::uint16_t known);

// The flags of a single reference, and the flags of a reference in text.
inline constexpr std::uint16_t flags_of_references = static_cast<std::uint16_t>(~flag::ambiguous_hyphen);
inline constexpr std::uint16_t flags_of_text = 0xFFFF;

// Adds --drop-tracking, --drop-session-ids, --sort-query, --fold-www, --fold-index, --fold-https.
void add_convention_flags(CLI::App& app, convention_options& options);

// Adds --drop-params, --keep-params.
void add_parameter_flags(CLI::App& app, url_options& options);

// Adds --key.
void add_key_flag(CLI::App& app, key_form& key);

// Adds --same-document.
void add_same_document_flag(CLI::App& app, url_options& options);

// Adds --schemes and --drop-schemes.
void add_scheme_flags(CLI::App& app, url_options& options);

}  // namespace urlsieve::cli

#endif
