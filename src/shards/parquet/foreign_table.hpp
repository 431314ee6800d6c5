// Reads chosen columns of a Parquet file by any writer, for example of Common Crawl's index: columns of texts
// and of numbers of 32 or 64 bits that are not nested. Pages may be compressed by snappy, gzip or zstd. The
// file may be corrupt.
#ifndef URLSIEVE_SHARDS_PARQUET_FOREIGN_TABLE_HPP
#define URLSIEVE_SHARDS_PARQUET_FOREIGN_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/foreign_column.hpp"

namespace urlsieve::parquet {

class foreign_table {
 public:
  using reading = foreign_column::reading;

  // `size`: of the file. `memory`: for the footer and the pages of three columns, in bytes.
  foreign_table(reading read, std::uint64_t size, std::uint64_t memory);

  // Reads the footer. Returns false after a fault. Call once, before the other functions.
  [[nodiscard]] bool open();

  // Chooses the columns. Returns false if the file lacks a column, or a column is nested or has another type
  // than texts and numbers. Call before next().
  [[nodiscard]] bool choose(std::span<const std::string_view> names);

  // Sets `row` to the values of the chosen columns in the next row, valid until the next call. Returns false
  // at the end and after a fault.
  [[nodiscard]] bool next(std::vector<row_value>& row);

  // Returns the fault that ended the rows early; empty: none.
  [[nodiscard]] std::string_view fault() const { return fault_; }

 private:
  struct leaf {
    std::string name;  // empty: nested, or of another type
    foreign_type type;
  };
  struct row_group {
    std::uint64_t rows = 0;
    std::vector<foreign_chunk> chunks;  // of all leaves
  };

  bool fail(std::string_view why);
  bool read_metadata(std::string_view footer);
  bool begin_group();

  reading read_;
  std::uint64_t size_;
  std::uint64_t memory_;
  std::vector<leaf> leaves_;
  std::vector<row_group> groups_;
  std::vector<std::size_t> chosen_;  // indexes of leaves_
  std::vector<foreign_column> columns_;
  std::size_t next_group_ = 0;
  std::uint64_t rows_left_ = 0;  // of the group
  std::string_view fault_;
};

}  // namespace urlsieve::parquet

#endif
