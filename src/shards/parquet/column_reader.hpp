// A reader of the values in a column chunk that this program wrote. The chunk may be corrupt. One page is in
// memory at a time.
#ifndef URLSIEVE_SHARDS_PARQUET_COLUMN_READER_HPP
#define URLSIEVE_SHARDS_PARQUET_COLUMN_READER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/page_head.hpp"
#include "src/shards/parquet/page_memory.hpp"
#include "src/shards/parquet/parquet_file.hpp"
#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {

class column_reader {
 public:
  // Fills `buffer` from `offset` of the file; returns false after an error.
  using reading = std::function<bool(std::uint64_t offset, std::span<char> buffer)>;

  // Limits each page, and each value, to `most_bytes` bytes.
  column_reader(const column& schema, std::uint64_t most_bytes, reading read)
      : type_(schema.type), is_key_(schema.is_key), most_bytes_(most_bytes), read_(std::move(read)) {}

  // Begins to read the `values` of the chunk in `bytes` bytes of the file from `offset`.
  void begin_chunk(std::uint64_t offset, std::uint64_t bytes, std::uint64_t values);

  // Appends the value of the next row to `row`, with a copy of its bytes. Returns false at the end, if the
  // chunk is corrupt, or if `memory` is exhausted. Requires: `memory` is the same object in each call.
  [[nodiscard]] bool append_next(page_memory& memory, typed_row& row);

  // Returns true if all values and all bytes of the chunk were read.
  [[nodiscard]] bool at_end() const { return values_left_ == 0 && level_ == levels_ && bytes_left_ == 0; }

 private:
  bool read_head(page_head& head);
  bool unpack(const page_head& head, page_memory& memory, std::string& plain);
  bool read_dictionary(const page_head& head, page_memory& memory);
  bool next_page(page_memory& memory);
  bool read_levels(byte_cursor& from, page_memory& memory, std::vector<std::uint32_t>& levels);
  bool read_values(byte_cursor& from, encoding page_encoding, std::size_t count, page_memory& memory);
  [[nodiscard]] bool may_hold(std::string_view texts) const;
  bool next_text(std::string_view& text);
  bool append_list(typed_row& row);

  column_type type_;
  bool is_key_;
  std::uint64_t most_bytes_;
  reading read_;
  std::uint64_t offset_ = 0;      // of the next page
  std::uint64_t bytes_left_ = 0;  // of the chunk
  bool chunk_begun_ = false;
  std::uint64_t values_left_ = 0;  // in later pages

  std::string dictionary_plain_;
  std::vector<std::string_view> dictionary_;

  // State of the current page.
  std::string plain_;
  encoding how_ = encoding::plain;
  std::size_t level_ = 0;   // values read, including nulls
  std::size_t levels_ = 0;  // values in the page, including nulls
  std::size_t value_ = 0;   // values read, without nulls
  std::vector<std::uint32_t> repetitions_;
  std::vector<std::uint32_t> definitions_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::uint32_t>
      places_;  // dictionary indexes, or lengths of prefixes shared with the string before
  std::vector<std::uint32_t> rests_;  // lengths of the suffixes
  std::string_view texts_;
  std::string text_;
};

}  // namespace urlsieve::parquet

#endif
