// Collects the values of a column and makes pages of them, and of the pages of a row group a chunk.
#ifndef URLSIEVE_SHARDS_PARQUET_COLUMN_WRITER_HPP
#define URLSIEVE_SHARDS_PARQUET_COLUMN_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/shards/parquet/column_dictionary.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

class column_writer {
 public:
  explicit column_writer(const column& of);

  // Takes the value of a row. False: the column cannot hold it.
  [[nodiscard]] bool add(std::string_view value);

  // Bytes and values that are in no page yet.
  [[nodiscard]] bool page_is_full() const { return held_bytes_ >= page_limit_ || held() >= values_a_page; }
  [[nodiscard]] std::size_t stored() const { return pages_.size(); }

  // Makes a page of what is held, if anything is.
  void end_page(block_packer& packer);

  // The chunk of the pages up to now: its bytes, which stand until the next call of add(), for a file where
  // they will stand at `offset`.
  std::string_view end_chunk(block_packer& packer, std::uint64_t offset, chunk_facts& facts);

  // Whether all values up to now were UTF-8.
  [[nodiscard]] bool is_utf8() const { return is_utf8_; }

 private:
  [[nodiscard]] std::size_t held() const;
  void add_text(std::string_view value);
  void append_levels(const std::vector<std::uint32_t>& levels);
  [[nodiscard]] encoding append_texts();
  bool append_places();
  void append_delta_strings();
  void note_numbers();
  void note_bounds(std::string_view least, std::string_view most);
  void check_utf8();
  void pack_page(block_packer& packer, page_kind kind, encoding how, std::size_t values,
                 std::string_view plain, std::string& out);

  column_type type_;
  std::size_t page_limit_;
  bool tries_dictionary_;

  // Of the page at hand.
  std::string texts_;
  std::vector<std::uint32_t> sizes_;  // of each in texts_
  std::vector<std::int64_t> numbers_;
  std::vector<std::uint32_t> repetitions_;  // of lists
  std::vector<std::uint32_t> definitions_;  // of lists, and where there may be none
  std::size_t held_bytes_ = 0;

  // Of the chunk at hand.
  column_dictionary dictionary_;
  bool dictionary_used_ = false;
  bool dictionary_refused_ = false;
  std::string pages_;
  std::string chunk_;
  chunk_facts facts_;
  bool has_bounds_ = false;
  std::string least_;
  std::string most_;
  std::int64_t least_number_ = 0;
  std::int64_t most_number_ = 0;

  bool is_utf8_ = true;
  std::string plain_;
  std::vector<std::uint32_t> places_;
};

}  // namespace urlsieve::parquet

#endif
