// Restores the typed values of stored rows, as the run had them.
#ifndef URLSIEVE_SHARDS_ROW_DECODER_HPP
#define URLSIEVE_SHARDS_ROW_DECODER_HPP

#include <span>
#include <string_view>
#include <vector>

#include "src/rows/typed_row.hpp"
#include "src/shards/row_layout.hpp"
#include "urlsieve/column_row.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

class row_decoder {
 public:
  explicit row_decoder(const manifest& run);

  // Replaces the values of `row` by the values of `text`, a row without its LF, which must outlive the
  // values. In rows of TSV, an empty value of a nullable column is absent, and elements of a list keep their
  // escapes. Returns false for a malformed row.
  [[nodiscard]] bool decode(std::string_view text, typed_row& row);
  // Replaces the values of `row` by the values of a row of a Parquet file, which must outlive the values. A
  // file may store an absent text as an empty text, or an empty text as absent. Therefore an absent text
  // becomes empty if its column is not nullable, and an empty text becomes absent if its column is nullable
  // and describes a reference (is_of_reference()).
  void decode(std::span<const row_value> stored, typed_row& row) const;

 private:
  struct decoded_column {
    field_kind kind;
    bool is_document;  // the first of both ends of an edge
    bool is_nullable;
    bool is_of_reference;
  };

  [[nodiscard]] static bool add_text(std::string_view text, const decoded_column& column, typed_row& row);
  [[nodiscard]] static bool add_json(std::string_view json, const decoded_column& column, typed_row& row);

  row_layout layout_;
  std::vector<decoded_column> columns_;
  row_values values_;
};

}  // namespace urlsieve

#endif
