// A reader of the rows of a Parquet file by row_file_writer. Other and corrupt files are detected: all
// metadata is checked against the bytes of the file before use.
#ifndef URLSIEVE_SHARDS_PARQUET_ROW_FILE_READER_HPP
#define URLSIEVE_SHARDS_PARQUET_ROW_FILE_READER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/column_reader.hpp"
#include "src/shards/parquet/footer_reader.hpp"
#include "src/shards/parquet/page_memory.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

// Reads the footer first. Then reads each row group sequentially, for the checksum of the file, and its pages
// again as their rows are due: a file from the page cache of the system, a remote file from memory.
class row_file_reader {
 public:
  // Access to the file: at an offset, and sequentially. Each function fills `buffer`, or returns false.
  struct reading {
    column_reader::reading at;
    std::function<bool(std::span<char> buffer)> next;
    std::uint64_t size = 0;  // of the file
    // Row groups of at most `kept_group` bytes are kept in memory, so `at` does not read their pages.
    std::uint64_t kept_group = 0;
  };

  // Limits a page, and a row, to `memory` bytes each; the footer to accepted_footer() or `memory` bytes; and
  // the pages of all columns to memory_for_pages().
  row_file_reader(std::vector<column> columns, reading read, std::uint64_t memory);
  row_file_reader(const row_file_reader&) = delete;
  row_file_reader& operator=(const row_file_reader&) = delete;

  // Replaces the values of `row` by the next row. Returns false at the end, or after an error (see fault()).
  [[nodiscard]] bool next(typed_row& row);

  // Returns a short message about the first error, or an empty view.
  [[nodiscard]] std::string_view fault() const { return fault_; }

 private:
  bool open();
  bool begin_group();
  bool end();
  bool skip(std::uint64_t bytes);
  bool read_page(std::uint64_t offset, std::span<char> buffer);
  bool fail(std::string_view why);

  std::vector<column> columns_;
  reading read_;
  std::uint64_t memory_;
  footer footer_;
  page_memory pages_;
  std::vector<column_reader> readers_;
  std::string group_;           // the current group, if it is kept
  std::uint64_t group_at_ = 0;  // offset of group_
  std::string skipped_;
  std::size_t next_group_ = 0;
  std::uint64_t rows_left_ = 0;  // of the current group
  std::uint64_t footer_size_ = 0;
  bool opened_ = false;
  bool ended_ = false;
  std::string_view fault_;
};

}  // namespace urlsieve::parquet

#endif
