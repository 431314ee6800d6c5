// Reads the places of records from a table: TSV, CSV, JSON Lines or CDXJ.
#ifndef URLSIEVE_PIPELINE_PLACE_TABLE_HPP
#define URLSIEVE_PIPELINE_PLACE_TABLE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/json/json_members.hpp"
#include "src/input/lists/index_line.hpp"
#include "src/pipeline/places/record_place.hpp"
#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// A row of a table. The views are valid during the call of the consumer.
struct place_row {
  std::optional<record_place> place;  // nullopt: the row names no record, or is malformed
  std::string_view fault = {};        // of a malformed row; empty: none
  std::uint64_t at = 0;               // offset of the row in the decompressed table
  bool is_stored = false;             // the table is not compressed: `at` is an offset in the file
};

// Reads one table that arrives in pieces. The first row decides the form: an object of JSON, CDXJ (a JSON
// object behind a key), columns separated by TAB, or columns separated by commas (RFC 4180).
class place_table {
 public:
  // Bytes that must be readable behind the bytes of add().
  static constexpr std::size_t padding = 64;
  // The longest row, in bytes.
  static constexpr std::size_t longest_row = std::size_t{1} << 20U;

  // `name`: of the table, for messages. `columns`: the names of all columns; empty: the first row has them.
  place_table(std::string name, std::vector<std::string> columns)
      : name_(std::move(name)), columns_(std::move(columns)) {}

  // Passes the rows of `bytes`, which begin at a row and at offset `at`, to `take`, and returns the number of
  // bytes read: the caller passes the rest again with more bytes behind it. `last`: nothing follows. Fails
  // with error_code::usage if the columns of a place are missing, and with cannot_read for a longer row than
  // longest_row.
  [[nodiscard]] result<std::size_t> add(std::string_view bytes, std::uint64_t at, bool last,
                                        const consumer_ref<place_row>& take);

 private:
  enum class form : std::uint8_t { unknown, json, tabs, commas };

  [[nodiscard]] std::size_t row_size(std::string_view bytes, bool last) const;
  [[nodiscard]] bool is_remark(std::string_view row) const;
  [[nodiscard]] result<void> begin(std::string_view row);
  [[nodiscard]] result<void> begin_columns(std::string_view row);
  [[nodiscard]] result<void> begin_members(std::string_view object);
  void split(std::string_view row);
  [[nodiscard]] place_row read_row(std::string_view row);
  [[nodiscard]] place_row read_object(std::string_view row);
  [[nodiscard]] static place_row place_from(std::string_view input, std::string_view offset,
                                            std::string_view length);
  [[nodiscard]] tl::unexpected<error> refuse_columns(std::string_view why) const;

  std::string name_;
  std::vector<std::string> columns_;
  form form_ = form::unknown;
  bool is_header_ = false;                // the first row has the names of the columns
  std::array<std::size_t, 3> indexes_{};  // of the columns of a place
  std::size_t column_count_ = 0;
  std::vector<std::string_view> values_;
  std::string unquoted_;
  json_members_reader json_;
  std::vector<json_member> members_;
};

}  // namespace urlsieve

#endif
