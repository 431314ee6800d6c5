// Flags that several subcommands share: what is typed becomes the library's options.
#ifndef URLSIEVE_CLI_FLAGS_HPP
#define URLSIEVE_CLI_FLAGS_HPP

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

// --ladder, --keep-fragment, --resolution, --above-root, --same-scheme, --unreserved, --strict, --max-url.
// `with_protocol`: the protocol rung can be chosen.
void add_url_flags(CLI::App& app, url_options& options, bool with_protocol);

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

// --threads, --batch, --resume, --checkpoint, --bad-input.
void add_running_flags(CLI::App& app, extract_options& options);

// --schemes and --drop-schemes.
void add_scheme_flags(CLI::App& app, url_options& options);

// --join-quoted, --join-spaces, --hyphen, --abbreviated.
void add_text_flags(CLI::App& app, text_options& options);

// --links and --nofollow.
void add_link_flags(CLI::App& app, link_options& options);

// --headers, --attachments, --keep-internal, --unwrap.
void add_mail_flags(CLI::App& app, mail_options& options);

// --format, --files-from, --json-url, --json-text, --json-html, --max-document.
void add_input_flags(CLI::App& app, input_options& options);

// -o, --shards, --shard-by, --order, --compress, --force, --fields, --jsonl, --edges, --max-sources,
// --no-dedup, --exact.
void add_output_flags(CLI::App& app, output_options& options);

// --memory, --tmpdir, --expect.
void add_memory_flags(CLI::App& app, output_options& options);

// --redirects, --write-redirects, --learn-redirects, --canonical-redirects.
void add_redirect_flags(CLI::App& app, redirect_options& options);

// --compress and --memory of merge.
void add_merge_flags(CLI::App& app, std::optional<compression>& packing, std::uint64_t& memory);

}  // namespace urlsieve::cli

#endif
