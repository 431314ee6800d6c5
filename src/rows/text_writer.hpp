// Writes typed rows as text in a form of rows: TSV, CSV or JSON Lines.
#ifndef URLSIEVE_ROWS_TEXT_WRITER_HPP
#define URLSIEVE_ROWS_TEXT_WRITER_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/delimited_writer.hpp"
#include "src/rows/json_lines_writer.hpp"
#include "src/rows/row_columns.hpp"
#include "src/rows/typed_row.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

class text_writer {
 public:
  // Rows of Parquet files are written as TSV.
  text_writer(row_form form, std::span<const row_column> columns);

  [[nodiscard]] row_form form() const { return form_; }

  // Appends the values of a row with its LF. Requires: a value for each column.
  void append(std::span<const row_value> row, std::string& out) const;
  // Appends the words of the columns as a row.
  void append_header(std::string& out) const;

 private:
  row_form form_;
  tsv_writer tsv_;
  json_lines_writer json_;
  std::vector<std::string> words_;
};

// Returns the size of the first row of `rows`, with its LF. Requires: `rows` is not empty, and holds whole
// rows of the form.
[[nodiscard]] std::size_t first_row_size(std::string_view rows, row_form form);

}  // namespace urlsieve

#endif
