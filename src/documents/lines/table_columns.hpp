// The columns of a table: their names, the columns that a run asks for, and the column at a byte of the
// table.
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
  std::vector<std::string> names;  // of the header line; without a header line the numbers from 1
  std::vector<bool> is_read;       // by column; empty: all columns are read
};

// Returns the columns of a table that begins with `front`. Its first record that is not blank is a header
// line if all of its fields are different, each has a letter, and none holds "://" or "@" or begins with
// "www.". `asked` (input_options::columns): numbers from 1, and names, which are compared exactly and then
// without regard to the case of ASCII letters, if one column alone has the name so. A column that the table
// does not have is counted as passed over ("column:NAME").
[[nodiscard]] table_columns read_table_columns(std::string_view front, const field_form& form,
                                               std::span<const std::string> asked, stats& counted);

// Tells the columns of bytes in a text of whole records. Linear in the text if the positions ascend.
class column_cursor {
 public:
  // `text` lives as long as the cursor is asked.
  void begin(std::string_view text, const field_form& form);

  // Returns the number of the column, from 0, that holds the byte at `position`. npos: the byte is in no
  // record, or in a record with another number of fields.
  [[nodiscard]] std::size_t column_at(std::size_t position);

 private:
  std::string_view text_;
  field_form form_;
  std::size_t record_begin_ = 0;
  std::size_t record_end_ = 0;
  std::vector<std::size_t> field_ends_;  // of the record; empty: it has another number of fields
};

}  // namespace urlsieve

#endif
