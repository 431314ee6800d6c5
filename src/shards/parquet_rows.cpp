#include "src/shards/parquet_rows.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/shards/manifest_writer.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// The column of edges for the source document; the target is `url`.
constexpr std::string_view document_column = "document";

std::optional<std::size_t> place_of(const std::vector<parquet::column>& columns, std::string_view name) {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const auto& one) { return one.name == name; });
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

// Returns true for columns that may be absent. In text rows, absent and empty values are equal.
bool is_nullable(field name) {
  switch (name) {
    case field::scheme:
    case field::input:
      return false;
    case field::where:
    case field::delimited:
    case field::rel:
    case field::text:
    case field::flags:
      return true;
    default:
      return may_be_absent(name);
  }
}

// Returns the columns of the sort order that the file has.
std::vector<std::size_t> sorted_by(const manifest& of, const std::vector<parquet::column>& columns) {
  if (of.order == row_order::first_seen) return {};
  std::vector<std::string_view> names;
  if (of.edges != edge_choice::none) names.push_back(document_column);
  if (of.order == row_order::surt) {
    if (of.edges != edge_choice::none || of.key != key_form::surt) return {};
    names.push_back(name_of(field::key));
  }
  names.push_back(name_of(field::url));
  std::vector<std::size_t> places;
  for (const std::string_view name : names) {
    const std::optional<std::size_t> place = place_of(columns, name);
    if (!place) return {};
    places.push_back(*place);
  }
  return places;
}

}  // namespace

std::vector<parquet::column> parquet_columns(const manifest& of) {
  std::vector<parquet::column> columns;
  for (const std::string& name : of.fields) {
    const std::optional<field> known = parse_name<field>(name);
    // new_column is a number, and no field.
    const parquet::column_type type = known ? parquet::column_type{kind_of(*known), is_nullable(*known)}
                                            : parquet::column_type{field_kind::number};
    const bool is_key = known == field::url || known == field::key;
    if (known == field::url && of.edges != edge_choice::none)
      columns.push_back({std::string(document_column), type, true});
    columns.push_back({name, type, is_key});
  }
  return columns;
}

parquet::description parquet_description(const manifest& of, std::uint32_t shard) {
  parquet::description made;
  made.columns = parquet_columns(of);
  made.sorted_by = sorted_by(of, made.columns);
  made.facts = {{"urlsieve", layout_json(of)}, {"urlsieve.shard", std::to_string(shard)}};
  made.created_by = "urlsieve version " + of.version;
  return made;
}

}  // namespace urlsieve
