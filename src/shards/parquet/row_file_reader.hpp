// Reads the rows of a Parquet file that row_file_writer wrote. Another one, or a damaged one, is told from it
// and never believed: what a file says of itself is held against its bytes first.
#ifndef URLSIEVE_SHARDS_PARQUET_ROW_FILE_READER_HPP
#define URLSIEVE_SHARDS_PARQUET_ROW_FILE_READER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/shards/parquet/column_reader.hpp"
#include "src/shards/parquet/footer.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

// The footer is read out of turn; after that the file is read once from its front to its end.
class row_file_reader {
 public:
  // How the file is read; each fills its room, and says false where it cannot.
  struct reading {
    std::function<bool(std::uint64_t offset, std::span<char> room)> at;
    std::function<bool(std::span<char> room)> next;
    std::uint64_t size = 0;  // of the file
  };

  // `memory`: for a row group as it is stored, for a page, and for a row, each.
  row_file_reader(std::vector<column> columns, reading read, std::uint64_t memory);

  // Appends the next row without its end. False: there is none, or fault() is not empty.
  [[nodiscard]] bool next(std::string& row);

  // What is wrong with the file, in a few words; empty: nothing up to now.
  [[nodiscard]] std::string_view fault() const { return fault_; }

 private:
  bool open();
  bool begin_group();
  bool end();
  bool fail(std::string_view why);

  std::vector<column> columns_;
  reading read_;
  std::uint64_t memory_;
  footer footer_;
  block_unpacker unpacker_;
  std::vector<column_reader> readers_;
  std::string group_;
  std::size_t next_group_ = 0;
  std::uint64_t rows_left_ = 0;  // of the group at hand
  std::uint64_t footer_size_ = 0;
  bool opened_ = false;
  bool ended_ = false;
  std::string_view fault_;
};

}  // namespace urlsieve::parquet

#endif
