// Reads the header of a page in a Parquet file (PageHeader of parquet.thrift, Apache Parquet format 2).
#ifndef URLSIEVE_SHARDS_PARQUET_PAGE_HEAD_HPP
#define URLSIEVE_SHARDS_PARQUET_PAGE_HEAD_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve::parquet {

// Absent members of the header keep their defaults. Numbers are those of the file, and not checked.
struct page_head {
  static constexpr std::uint64_t absent = ~std::uint64_t{0};

  std::uint64_t kind = absent;  // PageType
  std::uint64_t plain = 0;      // size of the page, decompressed
  std::uint64_t stored = 0;
  std::uint64_t values = 0;
  std::uint64_t how = absent;          // Encoding of the values
  std::uint64_t level_how = absent;    // Encoding of the definition levels; not in a data page of version 2
  std::uint64_t definition_bytes = 0;  // of a data page of version 2: before the compressed values
  std::uint64_t repetition_bytes = 0;
  std::size_t size = 0;  // of the header itself
};

// Returns the header at the front of `bytes`, or nullopt if it does not end there or is no valid header.
[[nodiscard]] std::optional<page_head> read_page_head(std::string_view bytes);

}  // namespace urlsieve::parquet

#endif
