// The columns of a table: their names, the selected columns, and the column of a byte.
#ifndef URLSIEVE_DOCUMENTS_TABLE_COLUMNS_HPP
#define URLSIEVE_DOCUMENTS_TABLE_COLUMNS_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/text/npos.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct table_columns {
  std::vector<std::string> names;  // from the header line; without a header line "1", "2" and so on
  std::vector<bool> is_read;       // by column; empty: all columns
};

// Returns the columns of a table that begins with `front`. The first non-blank record is a header line if its
// fields are all different, each has a letter, and none contains "://" or "@" or begins with "www.".
//
// `selection` (input_options::columns) has numbers from 1, and names. A name matches exactly, else without
// regard to ASCII case if one column alone matches. A column that does not exist is counted as skipped
// ("column:NAME").
[[nodiscard]] table_columns read_table_columns(std::string_view front, const field_form& form,
                                               std::span<const std::string> selection, stats& counted);

// Finds the columns of bytes in a text of whole records. Linear time if the positions ascend.
class column_cursor {
 public:
  // Requires: `text` outlives all calls of column_at().
  void begin(std::string_view text, const field_form& form);

  // Returns the number, from 0, of the column that contains the byte at `position`. Returns npos if the byte
  // is outside of the text or in a record with another number of fields.
  [[nodiscard]] std::size_t column_at(std::size_t position);

 private:
  std::string_view text_;
  field_form form_;
  std::size_t record_begin_ = 0;
  std::size_t record_end_ = 0;
  std::vector<std::size_t> field_ends_;  // of the current record; empty: another number of fields
};

}  // namespace urlsieve

#endif
