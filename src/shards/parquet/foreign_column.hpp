// Reads the values of a column chunk of a Parquet file by another writer. The chunk may be corrupt. One page
// is in memory at a time.
#ifndef URLSIEVE_SHARDS_PARQUET_FOREIGN_COLUMN_HPP
#define URLSIEVE_SHARDS_PARQUET_FOREIGN_COLUMN_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/codec/zstd_block.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/page_head.hpp"
#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {

// A chunk in the file.
struct foreign_chunk {
  std::uint64_t offset = 0;
  std::uint64_t stored_bytes = 0;
  std::uint64_t values = 0;  // including nulls
  std::int64_t codec = -1;   // CompressionCodec of parquet.thrift
};

// The type of a column: a text, or a number of 4 or 8 bytes.
struct foreign_type {
  bool is_text = false;
  std::size_t number_size = 0;
  bool is_optional = false;
};

class foreign_column {
 public:
  // Fills `buffer` from `offset` of the file; returns false after an error.
  using reading = std::function<bool(std::uint64_t offset, std::span<char> buffer)>;

  // Limits each page, and its values, to `most_bytes` bytes.
  foreign_column(foreign_type type, std::uint64_t most_bytes, reading read);

  void begin_chunk(const foreign_chunk& chunk);

  // Sets `value` to the next value, absent if null; a text is valid until the next call. A negative number is
  // above 2^63 - 1. Returns false at the end and after a fault.
  [[nodiscard]] bool next(row_value& value);

  // Returns the fault that ended the values early; empty: none.
  [[nodiscard]] std::string_view fault() const { return fault_; }

 private:
  bool fail(std::string_view why);
  bool next_page();
  bool read_head(page_head& head);
  bool decompress(std::string_view compressed, std::span<char> plain);
  bool read_dictionary(const page_head& head);
  bool read_data(const page_head& head);
  bool read_values(byte_cursor& from, std::uint64_t encoding, std::size_t count);
  bool read_plain(byte_cursor& from, std::size_t count, std::vector<std::string_view>& texts,
                  std::vector<std::int64_t>& numbers) const;
  bool read_places(byte_cursor& from, std::size_t count);
  bool read_numbers(byte_cursor& from, std::size_t count);
  bool read_sizes(byte_cursor& from, std::size_t count, std::vector<std::uint32_t>& sizes);
  bool read_delta_texts(byte_cursor& from, std::size_t count, bool has_prefixes);

  foreign_type type_;
  std::uint64_t most_bytes_;
  reading read_;
  foreign_chunk chunk_;
  std::uint64_t values_left_ = 0;  // in later pages
  std::string_view fault_;

  std::string stored_;
  std::string plain_;  // of the page; texts_ point into it
  std::string built_;  // texts that share prefixes
  std::string dictionary_plain_;
  std::vector<std::string_view> dictionary_texts_;
  std::vector<std::int64_t> dictionary_numbers_;
  std::vector<std::uint32_t> definitions_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> rests_;
  std::vector<std::string_view> texts_;
  std::vector<std::int64_t> numbers_;
  std::size_t level_ = 0;   // values of the page that were read, including nulls
  std::size_t levels_ = 0;  // values of the page, including nulls
  std::size_t value_ = 0;   // values read, without nulls
  block_decompressor zstd_;
  std::unique_ptr<decoder> gzip_;  // created for the first page
};

}  // namespace urlsieve::parquet

#endif
