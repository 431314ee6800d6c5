#include "src/rows/text_writer.hpp"

#include <algorithm>

#include "src/rows/delimited_writer.hpp"

namespace urlsieve {

text_writer::text_writer(row_form form, std::span<const row_column> columns)
    : form_(form), tsv_(columns), json_(columns) {
  for (const row_column& column : columns) words_.push_back(column.word);
}

void text_writer::append(std::span<const row_value> row, std::string& out) const {
  if (form_ == row_form::jsonl)
    json_.append(row, out);
  else if (form_ == row_form::csv)
    append_csv_row(row, out);
  else
    tsv_.append(row, out);
}

void text_writer::append_header(std::string& out) const {
  std::vector<row_value> words;
  for (const std::string& word : words_) words.push_back(row_value::of_text(word));
  append(words, out);
}

std::size_t first_row_size(std::string_view rows, row_form form) {
  if (form == row_form::csv) return first_csv_row(rows);
  return std::min(rows.find('\n'), rows.size() - 1) + 1;
}

}  // namespace urlsieve
