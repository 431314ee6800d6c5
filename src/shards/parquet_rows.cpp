#include "src/shards/parquet_rows.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/rows/row_columns.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/row_layout.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

std::optional<std::size_t> place_of(const std::vector<parquet::column>& columns, std::string_view name) {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const auto& column) { return column.name == name; });
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

// Returns true for the columns with Bloom filters.
bool is_looked_up(std::string_view word) {
  return word == name_of(field::url) || word == name_of(field::host) || word == name_of(field::domain);
}

// Returns the columns of the sort order that the file has.
std::vector<std::size_t> sorted_by(const manifest& run, const std::vector<parquet::column>& columns) {
  if (run.order == row_order::first_seen) return {};
  std::vector<std::string_view> names;
  if (run.edges != edge_choice::none) names.push_back(document_column);
  if (run.order == row_order::surt) {
    if (run.edges != edge_choice::none || run.key != key_form::surt) return {};
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

std::vector<parquet::column> parquet_columns(const manifest& run) {
  std::vector<parquet::column> columns;
  for (row_column& column : row_columns(run)) {
    const bool has_bloom = is_looked_up(column.word);
    columns.push_back(
        {std::move(column.word), {column.kind, column.is_nullable_in_parquet}, column.is_key, has_bloom});
  }
  return columns;
}

parquet::description parquet_description(const manifest& run, std::uint32_t shard) {
  parquet::description schema;
  schema.columns = parquet_columns(run);
  schema.sorted_by = sorted_by(run, schema.columns);
  schema.facts = {{"urlsieve", layout_json(run)}, {"urlsieve.shard", std::to_string(shard)}};
  schema.created_by = "urlsieve version " + run.version;
  return schema;
}

}  // namespace urlsieve
