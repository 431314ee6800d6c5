// Reader of the footer of a Parquet file that urlsieve wrote: row groups, and the places of their chunks.
// Field numbers are from parquet.thrift (Apache Parquet format 2). Schemas have no nesting except lists:
//   required group NAME (LIST) { repeated group list { required binary element; } }
#ifndef URLSIEVE_SHARDS_PARQUET_FOOTER_READER_HPP
#define URLSIEVE_SHARDS_PARQUET_FOOTER_READER_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

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
