// What a Parquet file of rows holds, for those who write it and those who read it back.
//
// A row comes and goes as text: the values of its columns with a TAB between them, those of a list with a NUL
// between them; nothing stands for an empty list, and for a value that is not there. No value holds TAB, CR
// or LF.
//
//   PAR1  row group  row group ...  footer  size of the footer  PAR1
//         \__ a chunk a column: pages, each a zstd frame behind its header
#ifndef URLSIEVE_SHARDS_PARQUET_PARQUET_FILE_HPP
#define URLSIEVE_SHARDS_PARQUET_PARQUET_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/fields.hpp"

namespace urlsieve::parquet {

inline constexpr std::string_view magic = "PAR1";
inline constexpr char between_elements = '\0';

// A row group ends at so many rows, or when its pages have so many bytes; a page when its values have. So
// what is held at a time does not grow with the file.
inline constexpr std::size_t rows_a_group = std::size_t{1} << 17U;
inline constexpr std::size_t bytes_a_group = std::size_t{2} << 20U;
inline constexpr std::size_t values_a_page = std::size_t{1} << 17U;
inline constexpr std::size_t bytes_a_page = std::size_t{128} << 10U;
inline constexpr std::size_t bytes_a_page_of_keys = std::size_t{1} << 20U;

// The numbers that the format gives to what is used here.
enum class encoding : std::uint8_t { plain = 0, rle = 3, deltas = 5, delta_strings = 7, dictionary = 8 };
enum class page_kind : std::uint8_t { data = 0, dictionary = 2 };
enum class physical_type : std::uint8_t { int64 = 2, byte_array = 6 };
inline constexpr int codec_zstd = 6;

struct column_type {
  field_kind kind = field_kind::text;
  bool nullable = false;  // a row may have none; as text it is empty
};

struct column {
  std::string name;
  column_type type;
  bool is_key = false;  // its values differ and stand in order: no dictionary is tried
};

// What a file says of itself besides its rows.
struct description {
  std::vector<column> columns;
  std::vector<std::size_t> sorted_by;  // columns that rows ascend by
  std::vector<std::pair<std::string, std::string>> facts;
  std::string created_by;
};

// A bound on the values of a chunk; not one of them where it was cut.
struct value_bound {
  std::string value;
  bool exact = true;
};

// The pages of a column in a row group.
struct chunk_facts {
  std::optional<std::uint64_t> dictionary_at;
  std::uint64_t data_at = 0;
  std::uint64_t values = 0;  // nulls among them
  std::uint64_t nulls = 0;
  std::uint64_t plain_bytes = 0;  // of pages with their headers
  std::uint64_t stored_bytes = 0;
  bool has_delta_pages = false;
  std::optional<value_bound> least;
  std::optional<value_bound> most;
};

// What the memory of a writer and of a reader is at most, but for rows longer than a page.
[[nodiscard]] constexpr std::uint64_t memory_to_write(std::size_t columns) {
  return (std::uint64_t{8} << 20U) + columns * (std::uint64_t{512} << 10U);
}
[[nodiscard]] constexpr std::uint64_t memory_to_read(std::size_t columns) {
  return (std::uint64_t{8} << 20U) + columns * (std::uint64_t{512} << 10U);
}

// What a row group has at most where no value is longer than a page: pages that are done, and those that are
// made of the rest.
[[nodiscard]] constexpr std::uint64_t largest_group(std::size_t columns) {
  return bytes_a_group + 2 * bytes_a_page_of_keys + columns * bytes_a_page * 2;
}

}  // namespace urlsieve::parquet

#endif
