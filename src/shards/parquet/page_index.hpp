// The page index of a column chunk (parquet-format, PageIndex.md): for each data page its bounds
// (ColumnIndex), and its offset and first row (OffsetIndex). Query engines read only the pages that may hold
// a value.
#ifndef URLSIEVE_SHARDS_PARQUET_PAGE_INDEX_HPP
#define URLSIEVE_SHARDS_PARQUET_PAGE_INDEX_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

// The facts about a data page.
struct indexed_page {
  std::uint64_t rows = 0;
  std::uint64_t nulls = 0;
  std::uint64_t stored_bytes = 0;  // with the header
  bool has_values = false;         // false: only nulls
  // Bounds of the values; nullopt if no short bound is found.
  std::optional<value_bound> least;
  std::optional<value_bound> most;
};

// The serialized indexes of a chunk.
struct page_index {
  std::string bounds;  // ColumnIndex; empty if a page lacks bounds
  std::string places;  // OffsetIndex
};

// Collects the pages of a chunk in their order.
class page_index_writer {
 public:
  // The bounds are INT64 values if `has_numbers`, else texts.
  explicit page_index_writer(bool has_numbers) : has_numbers_(has_numbers) {}

  void add(indexed_page page) { pages_.push_back(std::move(page)); }

  // Returns the index of the pages since the last call. `offset` is the place of the first page in the file.
  [[nodiscard]] page_index finish(std::uint64_t offset);

 private:
  [[nodiscard]] int boundary_order() const;
  [[nodiscard]] std::string bounds() const;
  [[nodiscard]] std::string places(std::uint64_t offset) const;

  bool has_numbers_;
  std::vector<indexed_page> pages_;
};

}  // namespace urlsieve::parquet

#endif
