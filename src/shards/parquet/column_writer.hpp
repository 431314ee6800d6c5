// A writer of a column: collects values, encodes pages, and writes the pages of a row group as a chunk.
#ifndef URLSIEVE_SHARDS_PARQUET_COLUMN_WRITER_HPP
#define URLSIEVE_SHARDS_PARQUET_COLUMN_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/bloom_filter.hpp"
#include "src/shards/parquet/column_dictionary.hpp"
#include "src/shards/parquet/page_index.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

class column_writer {
 public:
  // Writes the next bytes of the file; returns false after an error.
  using writing = std::function<bool(std::string_view bytes)>;

  explicit column_writer(const column& schema);

  // Adds the value of a row. An empty text of a nullable column is null. Returns false if the value is not
  // of the type of the column, or its number is out of the range of number_form; the writer must then be
  // discarded.
  [[nodiscard]] bool add(const row_value& value);

  // Returns true if the pending values reach the limit of a page: the caller should call end_page().
  [[nodiscard]] bool page_is_full() const {
    return pending_bytes_ >= page_limit_ || pending_rows_ >= rows_a_page || pending_values() >= values_a_page;
  }
  // Returns the bytes of the finished pages.
  [[nodiscard]] std::size_t stored() const { return pages_bytes_; }

  // Encodes the pending values, if any, as a page.
  void end_page(block_compressor& packer);

  // Writes the chunk of all pages so far at `offset` of the file, and stores its metadata in `facts` and its
  // page index in `index`. Returns false if `write` does.
  [[nodiscard]] bool end_chunk(block_compressor& packer, std::uint64_t offset, const writing& write,
                               chunk_facts& facts, page_index& index);

  // Returns the Bloom filter of the chunk that end_chunk() wrote; empty if the column has none.
  [[nodiscard]] std::string end_bloom_filter() { return bloom_.finish(); }

  // Returns true if all values so far are UTF-8.
  [[nodiscard]] bool is_utf8() const { return is_utf8_; }

 private:
  // The least and the greatest value of a page.
  struct text_range {
    std::string_view least;
    std::string_view most;
  };

  [[nodiscard]] std::size_t pending_values() const;
  void add_text(std::string_view value);
  void append_levels(const std::vector<std::uint32_t>& levels);
  [[nodiscard]] encoding append_texts();
  bool append_places();
  [[nodiscard]] text_range range_of_places();
  void append_delta_strings();
  void note_numbers(indexed_page& page);
  void note_texts(indexed_page& page);
  void check_utf8();
  [[nodiscard]] std::string pack_page(block_compressor& packer, page_kind kind, encoding page_encoding,
                                      std::size_t values, std::string_view plain);

  column_type type_;
  std::size_t page_limit_;
  bool tries_dictionary_;
  bool has_bloom_;

  // State of the current page.
  std::string texts_;
  std::vector<std::uint32_t> sizes_;  // of each text in texts_
  std::vector<std::int64_t> numbers_;
  std::vector<std::uint32_t> repetitions_;  // of lists
  std::vector<std::uint32_t> definitions_;  // of lists and nullable columns
  std::size_t pending_bytes_ = 0;
  std::size_t pending_rows_ = 0;
  text_range range_;

  // State of the current chunk.
  bloom_filter_writer bloom_;
  column_dictionary dictionary_;
  bool dictionary_used_ = false;
  bool dictionary_refused_ = false;
  std::vector<std::string> pages_;  // each of its exact size
  std::size_t pages_bytes_ = 0;
  page_index_writer index_;
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
