// Writes typed rows as JSON objects, one a line. Absent values are null.
#ifndef URLSIEVE_ROWS_JSON_LINES_WRITER_HPP
#define URLSIEVE_ROWS_JSON_LINES_WRITER_HPP

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/row_columns.hpp"
#include "src/rows/typed_row.hpp"

namespace urlsieve {

// Returns the text of a row before the value of the column `word`: {"url": for the first column.
[[nodiscard]] std::string json_prefix(std::string_view word, bool is_first);

class json_lines_writer {
 public:
  explicit json_lines_writer(std::span<const row_column> columns);

  // Appends the values of a row as an object with LF. Requires: a value for each column.
  void append(std::span<const row_value> row, std::string& out) const;

 private:
  std::vector<std::string> prefixes_;  // text before each value
};

}  // namespace urlsieve

#endif
