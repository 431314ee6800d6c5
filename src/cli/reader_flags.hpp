// The flags of the subcommands that read output directories. Ranges and help of the options that extract has,
// too, come from the table of options. Requires: the values outlive `app`, whose parse sets them.
#ifndef URLSIEVE_CLI_READER_FLAGS_HPP
#define URLSIEVE_CLI_READER_FLAGS_HPP

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "urlsieve/manifest.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/output_compression.hpp"

namespace urlsieve {
enum class revision_policy : std::uint8_t;
struct remote_options;
}  // namespace urlsieve

namespace urlsieve::cli {

// Adds -j,--threads.
CLI::Option* add_threads_flag(CLI::App& app, unsigned& threads);

// Adds --memory.
CLI::Option* add_memory_flag(
    CLI::App& app, std::uint64_t& memory,
    const std::string& help = "Fewer threads where reading would need more than this");

// Adds the flags for all requests: --endpoint, --anonymous, --retries, --stall. The end of the parse sets
// `options`.
void add_request_flags(CLI::App& app, remote_options& options);

// Adds --bad-revision: whether directories may have URLs of different rules.
void add_revision_flag(CLI::App& app, revision_policy& policy);

// Adds --filter-bits of merge.
void add_filter_flag(CLI::App& app, std::optional<std::uint32_t>& bits);

// Adds --compress and --memory of merge.
void add_merge_flags(CLI::App& app, std::optional<compression>& packing, std::uint64_t& memory);

// Adds --output-format: the form of rows in shards. `default_value`: the default, for help.
void add_form_flag(CLI::App& app, std::optional<row_form>& form, const std::string& default_value);

// Adds --on-error: whether a directory may lack _SUCCESS.
void add_mark_flag(CLI::App& app, success_marker_policy& mark);

}  // namespace urlsieve::cli

#endif
