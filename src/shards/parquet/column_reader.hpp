// The values of a column out of a chunk that a writer of this program made, and that may be damaged.
#ifndef URLSIEVE_SHARDS_PARQUET_COLUMN_READER_HPP
#define URLSIEVE_SHARDS_PARQUET_COLUMN_READER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/shards/parquet/parquet_file.hpp"
#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {

class column_reader {
 public:
  // A page takes `memory` bytes at most, and a value as many.
  column_reader(const column& of, std::uint64_t memory) : type_(of.type), memory_(memory) {}

  // Goes to a chunk of `values`, which stays where it is as long as it is read.
  void begin_chunk(std::string_view bytes, std::uint64_t values);

  // Appends the value of the next row. False: there is none, or the chunk is damaged.
  [[nodiscard]] bool append_next(block_unpacker& unpacker, std::string& row);

  // Whether all of the chunk was read, and nothing is left over.
  [[nodiscard]] bool at_end() const {
    return values_left_ == 0 && level_ == levels_ && chunk_.rest().empty();
  }

 private:
  // What a page says of itself.
  struct page_head {
    std::uint64_t kind = ~std::uint64_t{0};
    std::uint64_t plain = 0;
    std::uint64_t stored = 0;
    std::uint64_t values = 0;
    std::uint64_t how = ~std::uint64_t{0};
  };

  bool read_head(page_head& head);
  bool unpack(const page_head& head, block_unpacker& unpacker, std::string& plain);
  bool read_dictionary(const page_head& head, block_unpacker& unpacker);
  bool next_page(block_unpacker& unpacker);
  bool read_levels(byte_cursor& from, std::size_t count, std::vector<std::uint32_t>& levels);
  bool read_values(byte_cursor& from, encoding how, std::size_t count);
  bool append_value(std::string& row);
  bool append_list(std::string& row);

  column_type type_;
  std::uint64_t memory_;
  byte_cursor chunk_{{}};
  bool chunk_begun_ = false;
  std::uint64_t values_left_ = 0;  // in pages to come

  std::string dictionary_plain_;
  std::vector<std::string_view> dictionary_;

  // Of the page at hand.
  std::string plain_;
  encoding how_ = encoding::plain;
  std::size_t level_ = 0;   // how many values, nulls among them, were taken
  std::size_t levels_ = 0;  // of so many
  std::size_t value_ = 0;   // the same without nulls
  std::vector<std::uint32_t> repetitions_;
  std::vector<std::uint32_t> definitions_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::uint32_t> places_;  // in the dictionary, or what a string shares with the one before
  std::vector<std::uint32_t> rests_;   // sizes of what it does not share
  std::string_view texts_;
  std::string text_;
};

}  // namespace urlsieve::parquet

#endif
