// The structure of a Parquet file of rows, shared by writer and reader.
//
// In memory a row is a typed row (src/rows/typed_row.hpp). An empty text of a nullable column is null. Keys
// contain no TAB and no LF.
//
//   PAR1  row group  row group ...  page indexes  footer  size of the footer  PAR1
//         \__ a chunk a column: pages, each a zstd frame behind its header; then the Bloom filters
#ifndef URLSIEVE_SHARDS_PARQUET_PARQUET_FILE_HPP
#define URLSIEVE_SHARDS_PARQUET_PARQUET_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/column_row.hpp"

namespace urlsieve::parquet {

inline constexpr std::string_view magic = "PAR1";

// Limits of rows and bytes at which a row group or a page ends, so memory does not grow with the file.
inline constexpr std::size_t rows_a_group = std::size_t{1} << 17U;
inline constexpr std::size_t bytes_a_group = std::size_t{8} << 20U;
// Small pages let query engines read little of a row group; large pages compress better. Keys in pages of
// 1 MiB would take 4 % less, in pages of 64 KiB 4 % more.
inline constexpr std::size_t rows_a_page = std::size_t{1} << 13U;
inline constexpr std::size_t values_a_page = std::size_t{1} << 17U;  // with the elements of lists
inline constexpr std::size_t bytes_a_page = std::size_t{128} << 10U;
inline constexpr std::size_t bytes_a_page_of_keys = std::size_t{256} << 10U;

// Constants of the Parquet format.
enum class encoding : std::uint8_t { plain = 0, rle = 3, deltas = 5, delta_strings = 7, dictionary = 8 };
enum class page_kind : std::uint8_t { data = 0, dictionary = 2 };
enum class physical_type : std::uint8_t { int32 = 1, int64 = 2, byte_array = 6 };
enum class repetition : std::uint8_t { required = 0, optional = 1, repeated = 2 };
inline constexpr int codec_zstd = 6;

// How a column stores numbers. Only `natural` numbers are read by row_file_reader.
enum class number_form : std::uint8_t {
  natural,      // 63 bits
  int32,        // signed
  int16,        // signed, stored in 32 bits
  milliseconds  // signed: a time, from 1970-01-01 in UTC
};

struct column_type {
  field_kind kind = field_kind::text;
  bool nullable = false;  // nulls are allowed, and stand for empty texts
  number_form numbers = number_form::natural;

  // Returns the size of a number in a value_bound, in bytes.
  [[nodiscard]] std::size_t number_size() const {
    return numbers == number_form::int32 || numbers == number_form::int16 ? 4 : 8;
  }
  [[nodiscard]] bool is_list() const { return kind == field_kind::list; }
  [[nodiscard]] physical_type physical() const {
    if (kind != field_kind::number) return physical_type::byte_array;
    return number_size() == 4 ? physical_type::int32 : physical_type::int64;
  }
  // Returns the repetition of a column that is no list.
  [[nodiscard]] repetition of_values() const {
    return nullable ? repetition::optional : repetition::required;
  }
};

struct column {
  std::string name;
  column_type type;
  bool is_key = false;     // values are distinct and sorted: a dictionary would not help
  bool has_bloom = false;  // a Bloom filter of the values follows each row group; for texts only
};

// The metadata of a file.
struct description {
  std::vector<column> columns;
  std::vector<std::size_t> sorted_by;                      // columns of the sort order, ascending
  std::vector<std::pair<std::string, std::string>> facts;  // key_value_metadata of the file
  std::string created_by;                                  // name and version of the writing program
};

// A bound of the values of a chunk; a truncated bound is not `exact`.
struct value_bound {
  std::string value;
  bool exact = true;
};

// The metadata of a column chunk.
struct chunk_facts {
  std::optional<std::uint64_t> dictionary_at;
  std::uint64_t data_at = 0;
  std::uint64_t values = 0;  // including nulls
  std::uint64_t nulls = 0;
  std::uint64_t plain_bytes = 0;  // decompressed pages with their headers
  std::uint64_t stored_bytes = 0;
  bool has_delta_pages = false;
  std::uint64_t bloom_at = 0;
  std::uint64_t bloom_bytes = 0;   // with the header; 0: no Bloom filter
  std::uint64_t index_bytes = 0;   // of the ColumnIndex; 0: none
  std::uint64_t places_bytes = 0;  // of the OffsetIndex
  std::optional<value_bound> least;
  std::optional<value_bound> most;
};

// Limits the page indexes of a file, in bytes, which the writer holds: enough for 10^8 rows of `url,count`
// with URLs of usual length. Later row groups have no indexes.
inline constexpr std::uint64_t largest_indexes = std::uint64_t{4} << 20U;

// Return the memory limit of a writer and of a reader, in bytes, for rows that fit into a page.
// The writer holds the compressed pages of a row group and the hashes of three Bloom filters; the reader
// holds a page of each column. Page indexes, of up to largest_indexes, are not included.
[[nodiscard]] constexpr std::uint64_t memory_to_write(std::size_t columns) {
  return (std::uint64_t{14} << 20U) + columns * (std::uint64_t{512} << 10U);
}
[[nodiscard]] constexpr std::uint64_t memory_to_read(std::size_t columns) {
  return (std::uint64_t{4} << 20U) + columns * (std::uint64_t{512} << 10U);
}

// Returns the size limit of a row group, in bytes, for values that fit into a page: finished pages, and pages
// of the pending values.
[[nodiscard]] constexpr std::uint64_t largest_group(std::size_t columns) {
  return bytes_a_group + 2 * bytes_a_page_of_keys + columns * bytes_a_page * 2;
}

// Readers accept pages and rows of this size, in bytes, with any memory. Earlier versions wrote keys in pages
// of 1 MiB.
inline constexpr std::uint64_t accepted_page = std::uint64_t{5} << 20U;

// Readers accept footers of this size, in bytes, with any memory. Earlier versions wrote row groups of 2 MiB,
// and so longer footers.
[[nodiscard]] constexpr std::uint64_t accepted_footer(std::size_t columns) {
  return (std::uint64_t{8} << 20U) + columns * (std::uint64_t{256} << 10U);
}

// Returns the limit of the decompressed pages of all columns together, in bytes, if a page is limited to
// `page` bytes. A few columns may have long values at the same time.
[[nodiscard]] constexpr std::uint64_t memory_for_pages(std::size_t columns, std::uint64_t page) {
  return memory_to_read(columns) + 3 * page + 2 * accepted_page;
}

}  // namespace urlsieve::parquet

#endif
