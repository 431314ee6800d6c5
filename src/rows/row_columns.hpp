// The columns of rows by their words: columns of the table (column_table.hpp), and the columns that no field
// has, `new` and `document`.
#ifndef URLSIEVE_ROWS_ROW_COLUMNS_HPP
#define URLSIEVE_ROWS_ROW_COLUMNS_HPP

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/column_row.hpp"

namespace urlsieve {

// The column of --mark-new: 1 if no earlier run had the URL, else 0.
inline constexpr std::string_view new_column = "new";
// The column of edges for the source document; the target is `url`.
inline constexpr std::string_view document_column = "document";

struct row_column {
  std::string word;
  field_kind kind = field_kind::number;
  bool is_nullable_in_parquet = false;
  bool is_key = false;     // a URL or its key: values are distinct, and hold no TAB and no line end
  bool is_of_url = false;  // a key, or a part of the URL: values hold no TAB and no line end
};

// Returns the columns of rows with the columns `words`, in their order. With `are_edges`, the column `url`
// becomes two columns, `document` and `url`. A word that the table lacks is a column of numbers.
[[nodiscard]] std::vector<row_column> row_columns(std::span<const std::string> words, bool are_edges);

}  // namespace urlsieve

#endif
