// Writer and reader of the footer of a Parquet file: columns, places of column chunks, and statistics.
#ifndef URLSIEVE_SHARDS_PARQUET_FOOTER_HPP
#define URLSIEVE_SHARDS_PARQUET_FOOTER_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

// Collects the metadata of row groups as they are written. `schema` must outlive the writer.
class footer_writer {
 public:
  explicit footer_writer(const description& schema) : schema_(schema) {}

  // Adds a row group of `rows` with its first chunk at `offset`. Requires: one chunk for each column.
  // Page indexes are not written before finish(), so their places are unknown here.
  void add_group(std::uint64_t rows, std::uint64_t offset, std::span<const chunk_facts> chunks);

  // Returns the footer. `is_utf8` has an element for each column. `indexes` is the offset of the page
  // indexes: first the ColumnIndex of each chunk, by group and then by column, then the OffsetIndex of each
  // chunk.
  [[nodiscard]] std::string finish(const std::vector<bool>& is_utf8, std::uint64_t indexes) const;

 private:
  // The place in groups_ for the places of the page index of a chunk, and the sizes of the index.
  struct index_gap {
    std::size_t at = 0;
    std::uint64_t bounds = 0;
    std::uint64_t places = 0;
  };

  void append_groups(std::uint64_t indexes, std::string& out) const;

  const description& schema_;
  std::string groups_;
  std::vector<index_gap> gaps_;
  std::size_t group_count_ = 0;
  std::uint64_t rows_ = 0;
};

// The place of a chunk in the file.
struct chunk_place {
  std::uint64_t offset = 0;
  std::uint64_t stored_bytes = 0;
  std::uint64_t values = 0;
  std::uint64_t bloom_offset = 0;
  std::uint64_t bloom_bytes = 0;  // 0: no Bloom filter
  std::uint64_t bounds_offset = 0;
  std::uint64_t bounds_bytes = 0;  // 0: no ColumnIndex
  std::uint64_t places_offset = 0;
  std::uint64_t places_bytes = 0;  // 0: no OffsetIndex
};

struct group_place {
  std::uint64_t rows = 0;
  std::uint64_t stored_bytes = 0;
  std::uint64_t bloom_bytes = 0;  // of the Bloom filters behind the chunks
};

struct footer {
  std::vector<group_place> groups;
  std::vector<chunk_place> chunks;  // by group, then by column
  std::uint64_t index_bytes = 0;    // of the page indexes in front of the footer
};

// Parses a footer into `read`. `end` is the offset of the footer in the file; `memory` limits
// `read`, in bytes. Returns an empty view, or a short message if the footer is corrupt, the columns differ,
// the chunks exceed the limit, or chunks, Bloom filters and page indexes are not contiguous.
[[nodiscard]] std::string_view read_footer(std::string_view bytes, std::span<const column> columns,
                                           std::uint64_t end, std::uint64_t memory, footer& read);

}  // namespace urlsieve::parquet

#endif
