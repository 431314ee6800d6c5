// A sequential writer of rows as a Parquet file. The output depends only on the rows and the description.
#ifndef URLSIEVE_SHARDS_PARQUET_ROW_FILE_WRITER_HPP
#define URLSIEVE_SHARDS_PARQUET_ROW_FILE_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/column_writer.hpp"
#include "src/shards/parquet/footer_writer.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

class row_file_writer {
 public:
  using writing = column_writer::writing;

  // Begins a file with the columns and metadata of `schema`. Passes the bytes to `write` as row groups end,
  // so at most one row group is in memory. The page indexes stay in memory until finish(): the first row
  // group whose indexes would exceed `most_index_bytes` in total, and all later row groups, have none.
  row_file_writer(description schema, writing write, std::uint64_t most_index_bytes = largest_indexes);
  row_file_writer(const row_file_writer&) = delete;
  row_file_writer& operator=(const row_file_writer&) = delete;

  // The outcome of a call. After any other outcome than `done`, the writer must be discarded.
  enum class outcome : std::uint8_t {
    done,
    unfit,       // the values do not match the columns
    not_written  // `write` returned false
  };

  // Adds a row. Returns unfit if the values do not match the columns of the file, or a number is beyond its
  // number_form. Negative numbers are values above 2^63 - 1.
  [[nodiscard]] outcome append(std::span<const row_value> row);

  // Writes the pending rows and the footer. Requires: finish() is called once.
  [[nodiscard]] outcome finish();

 private:
  bool write(std::string_view bytes);
  bool end_group();
  void keep_indexes(const page_index& group);

  description schema_;
  writing write_;
  std::uint64_t most_index_bytes_;
  footer_writer footer_;
  block_compressor packer_;
  std::vector<column_writer> columns_;
  std::vector<chunk_facts> chunks_;
  page_index indexes_;      // of the chunks so far
  bool is_indexed_ = true;  // no row group lacks indexes
  std::uint64_t offset_ = 0;
  std::uint64_t rows_ = 0;  // of the current group
};

}  // namespace urlsieve::parquet

#endif
