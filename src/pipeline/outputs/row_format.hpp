// Formats URLs as rows: the bare URL, tab-separated columns, or a JSON object per line. Rows for Parquet are
// columns with a NUL between sources. Columns of a reference are formatted when the reference is found; the
// URL, its key and its count are added when the row is written.
#ifndef URLSIEVE_PIPELINE_ROW_FORMAT_HPP
#define URLSIEVE_PIPELINE_ROW_FORMAT_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/pipeline/batch.hpp"
#include "src/text/arena.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

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
  explicit row_format(const output_options& options);

  [[nodiscard]] bool wants(field name) const;
  [[nodiscard]] bool wants_sources() const { return wants_sources_; }
  [[nodiscard]] bool only_url() const { return only_url_; }
  [[nodiscard]] bool has_columns() const { return has_columns_; }  // has any field of the reference
  [[nodiscard]] bool has_details() const { return has_columns_ || wants_sources_; }

  // Returns the per-reference columns, each followed by a TAB, in `storage`. No column holds TAB, CR or LF.
  std::string_view columns(const sieved_url& found, std::string_view resolved, arena& storage);

  // Appends the row with its LF.
  void append(const row_content& row, std::string& out) const;

 private:
  void append_column(std::string_view value);
  void append_if_there(std::string_view value);  // an empty value is absent
  void append_origin(const sieved_url& found, field name);
  void append_flags(std::uint16_t flags);
  void append_key(std::string_view url, std::string& out) const;
  void append_of_url(url_columns& split, field name, std::string& out) const;
  void append_sources(std::string_view sources, std::string& out) const;

  std::vector<field> fields_;
  std::vector<std::string> prefixes_;  // text before the value of each field
  bool jsonl_;
  bool parquet_;
  bool only_url_;
  bool has_columns_;
  bool wants_sources_;
  bool marks_new_;
  std::string scratch_;
};

}  // namespace urlsieve

#endif
