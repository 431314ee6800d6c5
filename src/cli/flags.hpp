// Flags about inputs, documents, output and redirects: what is typed becomes the library's options. Those
// about URLs are in url_flags.
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

// --threads.
CLI::Option* add_threads_flag(CLI::App& app, unsigned& threads);

// --threads, --batch, --resume, --checkpoint, --bad-input.
void add_running_flags(CLI::App& app, extract_options& options);

// --bad-input.
void add_bad_input_flag(CLI::App& app, bad_input_policy& policy);

// --join-quoted, --join-spaces, --hyphen, --abbreviated.
void add_text_flags(CLI::App& app, text_options& options);

// Links in markup: --links, --nofollow and their like.
void add_link_flags(CLI::App& app, link_options& options);

// --headers, --attachments, --keep-internal, --unwrap.
void add_mail_flags(CLI::App& app, mail_options& options);

// --format, --files-from, --charset, --json-url, --json-text, --json-html, --json-mail, --columns,
// --verify-inputs, --max-document.
void add_input_flags(CLI::App& app, input_options& options);

// --endpoint, --anonymous, --inputs-prefix, --connections, --retries, --stall.
// How servers are asked, of whatever; and of inputs and outputs.
void add_reach_flags(CLI::App& app, remote_options& options);
void add_remote_flags(CLI::App& app, remote_options& options);

// -o, --shards, --shard-by, --order, --compress, --force, --fields, --jsonl, --edges, --self-loops,
// --max-sources,
// --no-dedup, --exact, --line-buffered.
void add_output_flags(CLI::App& app, output_options& options);

// --memory, --tmpdir, --expect.
void add_memory_flags(CLI::App& app, output_options& options);

// --redirects, --write-redirects, --learn-redirects, --canonical-redirects.
void add_redirect_flags(CLI::App& app, redirect_options& options);

// --compress and --memory of merge.
void add_merge_flags(CLI::App& app, std::optional<compression>& packing, std::uint64_t& memory);

// --memory of those who read output directories.
void add_reader_memory_flag(CLI::App& app, std::uint64_t& memory);

// --bad-input of those who read output directories: whether one may lack _SUCCESS.
void add_mark_flag(CLI::App& app, mark_demand& mark);

}  // namespace urlsieve::cli

#endif
