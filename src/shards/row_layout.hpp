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

#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The values of a row in the order of its fields, verbatim: JSON values keep quotes and brackets. A Parquet
// row is text with a TAB between columns, and a NUL between sources.
using row_values = std::vector<std::string_view>;

// The layout of rows by the manifest of their directory. If the URL is the first column (the default), key()
// does not split the row.
class row_layout {
 public:
  // Copies from `of`; the manifest need not outlive the layout.
  explicit row_layout(const manifest& of);

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

  // Replaces `values` by views of the values of all fields in `row`; returns false for a malformed row.
  bool split(std::string_view row, row_values& values) const;

  // Appends the row of `values`, with its LF.
  void join(const row_values& values, std::string& out) const;

  // Returns the index of a field in row_values, or nullopt if the rows lack the field.
  [[nodiscard]] std::optional<std::size_t> place(std::string_view field) const;
  [[nodiscard]] row_form form() const { return form_; }

 private:
  [[nodiscard]] std::optional<std::string_view> key_anywhere(std::string_view row,
                                                             std::string& storage) const;
  bool split_columns(std::string_view row, row_values& values) const;
  bool split_object(std::string_view row, row_values& values) const;

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

// Returns the union of two values of `sources`: the elements of `first`, then further elements of `second`,
// at most `most`. Rows do not store the orders by which dedup/source_list.hpp unites lists.
[[nodiscard]] std::string unite_source_values(std::string_view first, std::string_view second,
                                              std::size_t most, row_form form);

}  // namespace urlsieve

#endif
