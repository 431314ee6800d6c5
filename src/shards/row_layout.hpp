// Where in a row its columns are, and how rows of the same URL become one.
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

// The values of a row by its fields: as they stand in it, JSON with its quotes and brackets. A row of Parquet
// is read as columns with TABs between them, and a NUL between sources.
using row_values = std::vector<std::string_view>;

// Where the fields of a row stand, by the manifest of its directory. The key is found without splitting the
// row wherever the URL is its first column, as it is by default.
class row_layout {
 public:
  explicit row_layout(const manifest& of);

  // The URL of `row`, which has no LF; of an edge the document's URL, a TAB, and the other one. It lies in
  // the row, or in `storage` where it has to be unescaped. None: the row is not as the manifest says.
  [[nodiscard]] std::optional<std::string_view> key(std::string_view row, std::string& storage) const {
    if (whole_row_) return row;
    if (url_first_) {
      const std::size_t tab = row.find('\t');
      if (tab == std::string_view::npos) return std::nullopt;
      return row.substr(0, tab);
    }
    return key_anywhere(row, storage);
  }

  // Cuts `row` into the values of all fields; false: it is not as the manifest says.
  bool split(std::string_view row, row_values& values) const;

  // Appends the row of `values`, with its LF.
  void join(const row_values& values, std::string& out) const;

  [[nodiscard]] std::optional<std::size_t> place(std::string_view field) const;
  [[nodiscard]] row_form form() const { return form_; }

 private:
  [[nodiscard]] std::optional<std::string_view> key_anywhere(std::string_view row,
                                                             std::string& storage) const;
  bool split_columns(std::string_view row, row_values& values) const;
  bool split_object(std::string_view row, row_values& values) const;

  std::vector<std::string> fields_;
  std::vector<std::string> prefixes_;  // what stands before each value
  std::size_t url_ = 0;
  row_form form_;
  bool jsonl_;
  bool edges_;
  bool whole_row_;  // URLs alone
  bool url_first_;  // of columns, and one column wide
};

// A number of digits alone.
[[nodiscard]] std::optional<std::uint64_t> row_number(std::string_view digits);

// The values of `sources` united: those of `first`, then what `second` has besides, `most` at most.
[[nodiscard]] std::string unite_sources(std::string_view first, std::string_view second, std::size_t most,
                                        row_form form);

}  // namespace urlsieve

#endif
