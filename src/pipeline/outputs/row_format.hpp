// Makes the typed rows of found URLs (src/rows/typed_row.hpp), and writes them as text: the bare URL, or the
// form of text_writer. Columns of a reference are packed when the reference is found; the URL, its parts, its
// key and its count are added when the row is written.
#ifndef URLSIEVE_PIPELINE_ROW_FORMAT_HPP
#define URLSIEVE_PIPELINE_ROW_FORMAT_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/pipeline/batch.hpp"
#include "src/rows/text_writer.hpp"
#include "src/rows/typed_row.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/column_row.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

struct output_options;

// The contents of a row.
struct row_content {
  std::string_view url;
  std::uint64_t count = 1;
  std::string_view columns = {};  // result of row_format::columns()
  std::string_view sources = {};  // a list in the form of src/runs/source_list.hpp
  std::uint32_t shard = 0;
  bool is_new = true;  // no earlier run had the URL
};

// Returns a list of sources (src/runs/source_list.hpp) in `storage` that holds only the document `source`.
// `order`: the position of the reference in the run; lists are merged in this order.
[[nodiscard]] std::string_view list_of_source(std::string_view source, std::uint64_t order, arena& storage);

// The format of a run's rows. One thread at a time may call columns(), which uses scratch memory; any number
// of threads may call the const functions.
class row_format {
 public:
  // The origin of the dates of a row: the date of the run, or packed columns, for rows of earlier runs.
  enum class date_origin : std::uint8_t { run, columns };

  explicit row_format(const output_options& options, date_origin dates = date_origin::run);

  [[nodiscard]] bool wants(field name) const;
  [[nodiscard]] bool wants_sources() const { return wants_sources_; }
  [[nodiscard]] bool only_url() const { return only_url_; }
  [[nodiscard]] bool has_columns() const { return has_columns_; }  // has any field of the reference
  [[nodiscard]] bool has_details() const { return has_columns_ || wants_sources_; }

  // Returns the packed values (src/rows/packed_values.hpp) of the per-reference columns, in `storage`.
  // `resolved`: the URL before normalization.
  std::string_view columns(const sieved_url& found, std::string_view resolved, arena& storage);

  // Replaces the values of `row` by the values of `content`, which must outlive them. A pair of edges is two
  // values.
  void fill(const row_content& content, typed_row& row) const;

  // Appends the row as text, with its LF. `scratch` is overwritten.
  void append(const row_content& content, typed_row& scratch, std::string& out) const;

  [[nodiscard]] row_form form() const { return text_.form(); }
  // Appends the names of the columns as a row.
  void append_header(std::string& out) const { text_.append_header(out); }

 private:
  void add_fact_of_run(field name, const row_content& content, typed_row& row) const;
  row_format(const output_options& options, const std::vector<row_column>& columns, date_origin dates);
  [[nodiscard]] bool is_packed(field name) const;

  std::vector<column_row> columns_;
  text_writer text_;
  bool edges_;
  bool only_url_;
  bool has_columns_;
  bool wants_sources_;
  bool marks_new_;
  date_origin dates_;
  std::string date_;  // of the run
  std::string packed_;
  std::string value_;  // a value that is no view into the reference
};

}  // namespace urlsieve

#endif
