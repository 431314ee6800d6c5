// Writes typed rows as text with a separator between columns and LF at the end: TSV and CSV. Absent values
// are empty. In TSV, a TAB, CR or LF inside a text becomes a blank; inside an element of a list, it becomes
// an escape, as the separator of elements does. In CSV (RFC 4180), a value with a comma, a quote, CR or LF is
// quoted, all bytes are unchanged, and the elements of a list are joined as in TSV.
#ifndef URLSIEVE_ROWS_DELIMITED_WRITER_HPP
#define URLSIEVE_ROWS_DELIMITED_WRITER_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/row_columns.hpp"
#include "src/rows/typed_row.hpp"

namespace urlsieve {

class tsv_writer {
 public:
  // `between_elements` separates the elements of a list.
  explicit tsv_writer(std::span<const row_column> columns, char between_elements = ' ');

  // Appends the values of a row as TSV, with its LF. Requires: a value for each column.
  void append(std::span<const row_value> row, std::string& out) const;

 private:
  std::vector<char> is_verbatim_;  // by column: texts hold no TAB, CR and LF
  char between_elements_;
};

// Returns the size of a row as TSV, with its LF, if no value needs an escape.
[[nodiscard]] std::size_t text_size(std::span<const row_value> row);

// Appends the values of a row as CSV, with its LF. An empty value that is the whole row is quoted, because
// readers skip empty lines.
void append_csv_row(std::span<const row_value> row, std::string& out);

// Returns the size of the first row of `rows`, with its LF. Requires: `rows` is not empty, and holds whole
// rows of append_csv_row().
[[nodiscard]] std::size_t first_csv_row(std::string_view rows);

}  // namespace urlsieve

#endif
