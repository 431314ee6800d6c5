// Declares flags from the table of options (urlsieve/option_table.hpp): name, value, range, default and help
// of a flag come from its row. Requires of all functions: the options outlive `app`, whose parse sets them.
#ifndef URLSIEVE_CLI_OPTION_FLAGS_HPP
#define URLSIEVE_CLI_OPTION_FLAGS_HPP

#include <CLI/App.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "urlsieve/option_row.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve::cli {

// The safety flags of a single reference, and the flags of a reference in text.
inline constexpr std::uint16_t flags_of_references = static_cast<std::uint16_t>(~flag::ambiguous_hyphen);
inline constexpr std::uint16_t flags_of_text = 0xFFFF;

// Adds the flag of the option `word`. `known`: bits of the safety flags that --drop-flags accepts.
// Requires: the table has the option.
CLI::Option* add_flag(CLI::App& app, std::string_view word, extract_options& options,
                      std::uint16_t known = flags_of_text);

// Adds the flags of all options in the order of the table.
void add_all_flags(CLI::App& app, extract_options& options);

// Adds the flags of all options except those that `excluded` names.
void add_flags_except(CLI::App& app, std::span<const std::string_view> excluded, extract_options& options);

// Adds the flags of all options by which a run reads inputs into one file (src/pipeline/file_run.hpp), except
// those that choose the format. `on_disk`: what exceeds --memory and is stored on disk.
void add_flags_of_file_run(CLI::App& app, std::string_view on_disk, extract_options& options);

// Adds the flags that `command`, a subcommand for single references (namespace reference_command), shares
// with extract, and --memory and --tmpdir for redirects.
void add_reference_flags(CLI::App& app, std::uint8_t command, extract_options& options);

}  // namespace urlsieve::cli

#endif
