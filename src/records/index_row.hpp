// Rows of an index in the columns of Common Crawl's index table (cc-index-table), as typed rows for a Parquet
// file.
#ifndef URLSIEVE_RECORDS_INDEX_ROW_HPP
#define URLSIEVE_RECORDS_INDEX_ROW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/records/url_columns_of_index.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve {

// Returns the columns, with the names, types and nullability of cc-index-table, without its partition columns
// `crawl` and `subset`. Rows are sorted by url_surtkey and fetch_time.
[[nodiscard]] parquet::description index_table();

// The greatest offset and length that the table can hold.
inline constexpr std::uint64_t longest_place_in_table = 0x7FFFFFFF;

// Returns the milliseconds from 1970 to a timestamp of 14 digits; nullopt if the timestamp is no time.
[[nodiscard]] std::optional<std::int64_t> milliseconds_of(std::string_view timestamp);

// Makes rows of the lines of a CDXJ index. Keeps its memory between calls.
class index_row_maker {
 public:
  static constexpr std::size_t member_count = 12;  // of the JSON object

  // Returns the row of `line` (cdxj_line.hpp), valid until the next call. Requires: timestamp, offset and
  // length are values of the table.
  [[nodiscard]] std::span<const row_value> row_of(std::string_view line);

 private:
  void read_members(std::string_view json);

  std::array<std::string, member_count> members_;
  url_columns_of_index url_;
  typed_row row_;
};

}  // namespace urlsieve

#endif
