// Writes rows as a Parquet file, front to back. What is written depends on the rows alone.
#ifndef URLSIEVE_SHARDS_PARQUET_ROW_FILE_WRITER_HPP
#define URLSIEVE_SHARDS_PARQUET_ROW_FILE_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/shards/parquet/column_writer.hpp"
#include "src/shards/parquet/footer.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

class row_file_writer {
 public:
  // Takes the next bytes of the file; false: they could not be written.
  using writing = std::function<bool(std::string_view bytes)>;

  row_file_writer(description of, writing write);
  row_file_writer(const row_file_writer&) = delete;
  row_file_writer& operator=(const row_file_writer&) = delete;

  enum class outcome : std::uint8_t { done, unfit, not_written };

  // Adds a row, as parquet_file.hpp has it; unfit: it has not the columns of the file, or a number of more
  // than 63 bits.
  [[nodiscard]] outcome append(std::string_view row);

  // Writes what is left and the footer. To be called once.
  [[nodiscard]] outcome finish();

 private:
  bool write(std::string_view bytes);
  bool end_group();

  description of_;
  writing write_;
  footer_writer footer_;
  block_packer packer_;
  std::vector<column_writer> columns_;
  std::vector<chunk_facts> chunks_;
  std::uint64_t offset_ = 0;
  std::uint64_t rows_ = 0;  // of the group at hand
};

}  // namespace urlsieve::parquet

#endif
