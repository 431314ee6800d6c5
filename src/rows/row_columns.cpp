#include "src/rows/row_columns.hpp"

#include <optional>

#include "urlsieve/column_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

std::vector<row_column> row_columns(std::span<const std::string> words, bool are_edges) {
  std::vector<row_column> columns;
  for (const std::string& word : words) {
    row_column& column = columns.emplace_back();
    column.word = word;
    const std::optional<field> name = parse_name<field>(word);
    if (!name) continue;
    const column_row& known = column_of(*name);
    column.kind = known.kind;
    column.is_nullable_in_parquet = known.is_nullable_in_parquet;
    column.is_key = known.source == column_source::url;
    column.is_of_url = column.is_key || known.source == column_source::url_part;
    if (*name != field::url || !are_edges) continue;
    row_column target = column;
    column.word = document_column;
    columns.push_back(std::move(target));
  }
  return columns;
}

}  // namespace urlsieve
