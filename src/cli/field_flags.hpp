// The flags for the columns of rows, shared by several subcommands: --fields, and the effect of --key on it.
#ifndef URLSIEVE_CLI_FIELD_FLAGS_HPP
#define URLSIEVE_CLI_FIELD_FLAGS_HPP

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "urlsieve/field.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve::cli {

// Adds --fields, which replaces `fields`. `is_known`: true for fields that rows may have; other names are
// usage errors. Requires: `fields` outlives `app`.
CLI::Option* add_fields_flag(CLI::App& app, std::vector<field>& fields, bool (*is_known)(field),
                             const std::string& help);

// With a key, adds the field key after the URL unless `fields` already holds it. Returns false if `fields`
// holds the field key without a key.
[[nodiscard]] bool place_key(key_form key, std::vector<field>& fields);

}  // namespace urlsieve::cli

#endif
