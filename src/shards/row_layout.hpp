// The positions of columns in a row, and helpers for joining rows of the same URL.
#ifndef URLSIEVE_SHARDS_ROW_LAYOUT_HPP
#define URLSIEVE_SHARDS_ROW_LAYOUT_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/row_columns.hpp"
#include "src/rows/typed_row.hpp"
#include "urlsieve/column_table.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The values of a text row in the order of its fields, verbatim: JSON values keep quotes and brackets. The
// text form of a Parquet row has a TAB between columns, and a NUL between sources.
using row_values = std::vector<std::string_view>;

inline constexpr char between_parquet_elements = '\0';

// Returns the columns of typed rows in the shards of a directory.
[[nodiscard]] std::vector<row_column> row_columns(const manifest& run);

// The layout of rows by the manifest of their directory. If the URL is the first column (the default), key()
// does not split the row.
class row_layout {
 public:
  // Copies from `run`; the manifest need not outlive the layout.
  explicit row_layout(const manifest& run);

  // Returns the URL of `row` (without LF); for an edge the URL of the document, a TAB, and the target URL.
  // The view points into the row, or into `storage` if unescaping is necessary. Returns nullopt for a
  // malformed row.
  [[nodiscard]] std::optional<std::string_view> key(std::string_view row, std::string& storage) const {
    if (whole_row_) return row;
    if (url_first_) {
      const std::size_t tab = row.find('\t');
      if (tab == std::string_view::npos) return std::nullopt;
      return row.substr(0, tab);
    }
    return key_anywhere(row, storage);
  }

  // Returns the URL of a typed row, or for an edge as key() above, with the same storage. Returns nullopt if
  // the row has too few values.
  [[nodiscard]] std::optional<std::string_view> key(std::span<const row_value> row,
                                                    std::string& storage) const;

  // Replaces `values` by views of the values of all fields in `row`; returns false for a malformed row.
  bool split(std::string_view row, row_values& values) const;
  // Replaces `values` by the values as verbatim texts.
  bool split(std::string_view row, std::vector<row_value>& values) const;

  // Appends the row of `values`, whose texts and elements are verbatim, with its LF.
  void join(std::span<const row_value> values, std::string& out) const;

  // Returns the index of a field in row_values, or nullopt if the rows lack the field.
  [[nodiscard]] std::optional<std::size_t> place(std::string_view field) const;
  // Returns the index in a typed row of the field at `index`: the field `url` of edges is two values there.
  [[nodiscard]] std::size_t index_of_value(std::size_t index) const {
    return index + (edges_ && index > url_ ? 1 : 0);
  }
  // Returns the number of values of a typed row.
  [[nodiscard]] std::size_t count_of_values() const { return fields_.size() + (edges_ ? 1 : 0); }
  [[nodiscard]] row_form form() const { return form_; }

 private:
  [[nodiscard]] std::optional<std::string_view> key_anywhere(std::string_view row,
                                                             std::string& storage) const;
  template <class Take>
  bool split_columns(std::string_view row, const Take& take) const;
  template <class Take>
  bool split_object(std::string_view row, const Take& take) const;

  std::vector<std::string> fields_;
  std::vector<std::string> prefixes_;  // text before each value
  std::size_t url_ = 0;
  row_form form_;
  bool jsonl_;
  bool edges_;
  bool whole_row_;  // the row is the URL
  bool url_first_;  // the URL is the first of several columns
};

// Parses a decimal number; returns nullopt unless `digits` holds only digits.
[[nodiscard]] std::optional<std::uint64_t> row_number(std::string_view digits);

// Returns the elements of a verbatim value of `sources`, verbatim.
[[nodiscard]] std::vector<std::string_view> source_elements(std::string_view list, row_form form);

}  // namespace urlsieve

#endif
