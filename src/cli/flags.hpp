// The flags about inputs, documents, output and redirects, which set the options of the library. The flags
// about URLs are in url_flags. Requires: the options outlive `app`, whose parse sets them.
#ifndef URLSIEVE_CLI_FLAGS_HPP
#define URLSIEVE_CLI_FLAGS_HPP

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::cli {

// Adds --threads.
CLI::Option* add_threads_flag(CLI::App& app, unsigned& threads);

// Adds --threads, --batch, --resume, --checkpoint, --bad-input.
void add_running_flags(CLI::App& app, extract_options& options);

// Adds --bad-input.
void add_bad_input_flag(CLI::App& app, bad_input_policy& policy);

// Adds --join-quoted, --join-spaces, --join-bare, --hyphen, --abbreviated, --unescape, --refang.
void add_text_flags(CLI::App& app, text_options& options);

// Adds --links, --nofollow, --conditional-comments, --scripts, --text-links.
void add_link_flags(CLI::App& app, link_options& options);

// Adds --headers, --attachments, --keep-internal, --unwrap.
void add_mail_flags(CLI::App& app, mail_options& options);

// Adds --format, --files-from, --charset, --json-url, --json-text, --json-html, --json-mail, --columns,
// --verify-inputs, --max-document.
void add_input_flags(CLI::App& app, input_options& options);

// The first function adds the flags for all requests: --endpoint, --anonymous, --retries, --stall. The second
// also adds the flags for remote inputs and outputs: --inputs-prefix, --connections.
void add_reach_flags(CLI::App& app, remote_options& options);
void add_remote_flags(CLI::App& app, remote_options& options);

// Adds -o, --shards, --shard-by, --order, --compress, --force, --fields, --rows, --jsonl, --similar, --edges,
// --self-loops, --seen, --mark-new, --max-sources, --no-dedup, --exact, --line-buffered.
void add_output_flags(CLI::App& app, output_options& options);

// Adds --memory, --tmpdir, --expect.
void add_memory_flags(CLI::App& app, output_options& options);

// Adds --redirects, --write-redirects, --learn-redirects, --canonical-redirects.
void add_redirect_flags(CLI::App& app, redirect_options& options);

// Adds --compress and --memory of merge.
void add_merge_flags(CLI::App& app, std::optional<compression>& packing, std::uint64_t& memory);

// Adds --memory of the subcommands that read output directories.
void add_reader_memory_flag(CLI::App& app, std::uint64_t& memory);

// Adds --bad-input of the subcommands that read output directories: whether a directory may lack _SUCCESS.
void add_mark_flag(CLI::App& app, success_marker_policy& mark);

}  // namespace urlsieve::cli

#endif
