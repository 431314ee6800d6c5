// --fields, and what --key does to it: the columns of rows, which several subcommands write.
#ifndef URLSIEVE_CLI_FIELD_FLAGS_HPP
#define URLSIEVE_CLI_FIELD_FLAGS_HPP

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

// `is_known`: whether rows may have the field.
CLI::Option* add_fields_flag(CLI::App& app, std::vector<field>& fields, bool (*is_known)(field),
                             const std::string& help);

// With --key the field stands beside the URL where --fields does not say where; false: there is no key.
[[nodiscard]] bool place_key(key_form key, std::vector<field>& fields);

}  // namespace urlsieve::cli

#endif
