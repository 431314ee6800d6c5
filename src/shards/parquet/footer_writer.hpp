// Writer of the footer of a Parquet file: columns, places of column chunks, and statistics.
// Field numbers are from parquet.thrift (Apache Parquet format 2). Schemas have no nesting except lists:
//   required group NAME (LIST) { repeated group list { required binary element; } }
#ifndef URLSIEVE_SHARDS_PARQUET_FOOTER_WRITER_HPP
#define URLSIEVE_SHARDS_PARQUET_FOOTER_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
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

}  // namespace urlsieve::parquet

#endif
