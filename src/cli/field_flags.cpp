#include "src/cli/field_flags.hpp"

#include <CLI/Error.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>

#include "src/cli/flag_values.hpp"
#include "src/cli/help/suggestion.hpp"
#include "urlsieve/column_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve::cli {
namespace {

std::vector<std::string> field_names(bool (*is_known)(field)) {
  std::vector<std::string> names;
  for (const column_row& column : column_table)
    if (is_known(column.name)) names.emplace_back(column.word);
  return names;
}

field field_named(const std::string& name, bool (*is_known)(field)) {
  const std::optional<field> found = parse_name<field>(name);
  if (found && is_known(*found)) return *found;
  if (found) throw CLI::ValidationError("--fields", "rows have no field '" + name + "' here");
  throw CLI::ValidationError("--fields",
                             "no field is called '" + name + "'" + did_you_mean(name, field_names(is_known)));
}

}  // namespace

CLI::Option* add_fields_flag(CLI::App& app, std::vector<field>& fields, bool (*is_known)(field),
                             const std::string& help) {
  return app
      .add_option_function<std::vector<std::string>>(
          "-f,--fields",
          [&fields, is_known](const std::vector<std::string>& names) {
            fields.clear();
            for (const std::string& name : names) fields.push_back(field_named(name, is_known));
          },
          help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str("url")
      ->type_name(joined(field_names(is_known), ','))
      ->group("Output");
}

bool place_key(key_form key, std::vector<field>& fields) {
  const bool has_key = std::find(fields.begin(), fields.end(), field::key) != fields.end();
  if (key == key_form::none) return !has_key;
  if (has_key) return true;
  const auto url = std::find(fields.begin(), fields.end(), field::url);
  fields.insert(url == fields.end() ? url : url + 1, field::key);
  return true;
}

}  // namespace urlsieve::cli
