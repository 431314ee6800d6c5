// Writes typed rows as CSV (RFC 4180): a comma between columns, LF at the end. A value with a comma, a quote,
// CR or LF is quoted; all bytes are unchanged. Absent values are empty. Elements of a list are joined as in
// TSV.
#ifndef URLSIEVE_ROWS_CSV_WRITER_HPP
#define URLSIEVE_ROWS_CSV_WRITER_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "src/rows/row_value.hpp"

namespace urlsieve {

// Appends the values of a row with its LF. An empty value that is the whole row is quoted, because readers
// skip empty lines.
void append_csv_row(std::span<const row_value> row, std::string& out);

// Returns the size of the first row of `rows`, with its LF. Requires: `rows` is not empty, and holds whole
// rows of append_csv_row().
[[nodiscard]] std::size_t first_csv_row(std::string_view rows);

}  // namespace urlsieve

#endif
