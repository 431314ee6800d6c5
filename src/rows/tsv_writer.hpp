// Writes typed rows as text: a TAB between columns, LF at the end. Absent values are empty. A TAB, CR or LF
// inside a text becomes a blank; inside an element of a list, it becomes an escape, as the separator does.
#ifndef URLSIEVE_ROWS_TSV_WRITER_HPP
#define URLSIEVE_ROWS_TSV_WRITER_HPP

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "src/rows/row_columns.hpp"
#include "src/rows/row_value.hpp"

namespace urlsieve {

class tsv_writer {
 public:
  // `between_elements` separates the elements of a list.
  explicit tsv_writer(std::span<const row_column> columns, char between_elements = ' ');

  // Appends the values of a row with its LF. Requires: a value for each column.
  void append(std::span<const row_value> row, std::string& out) const;

 private:
  std::vector<char> is_verbatim_;  // by column: texts hold no TAB, CR and LF
  char between_elements_;
};

// Returns the size of a row as text, with its LF, if no value needs an escape.
[[nodiscard]] std::size_t text_size(std::span<const row_value> row);

}  // namespace urlsieve

#endif
