// Flags about URLs, which several subcommands share: what is typed becomes the library's options.
#ifndef URLSIEVE_CLI_URL_FLAGS_HPP
#define URLSIEVE_CLI_URL_FLAGS_HPP

#include <CLI/App.hpp>
#include <cstdint>

#include "src/cli/protocol_choice.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve::cli {

// --ladder, --resolution, --above-root, --same-scheme, --slashes, --unreserved, --strict, --max-url.
void add_url_flags(CLI::App& app, url_options& options);

// --keep-fragment.
void add_fragment_flag(CLI::App& app, url_options& options);

// --redirects.
void add_protocol_flag(CLI::App& app, redirect_options& options);

// The same, --memory and --tmpdir.
void add_protocol_flags(CLI::App& app, protocol_choice& choice);

// --userinfo, --drop. `known`: the flags that can be met, bits of namespace flag.
void add_safety_flags(CLI::App& app, url_options& options, std::uint16_t known);

// Those of a reference by itself, and of one in a text too.
inline constexpr std::uint16_t flags_of_references = static_cast<std::uint16_t>(~flag::ambiguous_hyphen);
inline constexpr std::uint16_t flags_of_text = 0xFFFF;

// --drop-tracking, --drop-session-ids, --sort-query, --fold-www, --fold-index, --fold-https.
void add_convention_flags(CLI::App& app, convention_options& options);

// --key.
// --drop-params, --keep-params.
void add_parameter_flags(CLI::App& app, url_options& options);

void add_key_flag(CLI::App& app, key_form& key);

// --same-document.
void add_same_document_flag(CLI::App& app, url_options& options);

// --schemes and --drop-schemes.
void add_scheme_flags(CLI::App& app, url_options& options);

}  // namespace urlsieve::cli

#endif
