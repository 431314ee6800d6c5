// The footer of a file: its columns, where the chunks of its row groups are, and what holds of them.
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

// Row groups are added as they are written, then the footer is made of them.
class footer_writer {
 public:
  explicit footer_writer(const description& of) : of_(of) {}

  // A row group of `rows`, whose first chunk stands at `offset`; a chunk for each column.
  void add_group(std::uint64_t rows, std::uint64_t offset, std::span<const chunk_facts> chunks);

  // The footer; `is_utf8` for each column.
  [[nodiscard]] std::string finish(const std::vector<bool>& is_utf8) const;

 private:
  const description& of_;
  std::string groups_;
  std::size_t group_count_ = 0;
  std::uint64_t rows_ = 0;
};

// Where a chunk stands, as a footer has it.
struct chunk_place {
  std::uint64_t offset = 0;
  std::uint64_t stored_bytes = 0;
  std::uint64_t values = 0;
};

struct group_place {
  std::uint64_t rows = 0;
  std::uint64_t stored_bytes = 0;
};

struct footer {
  std::vector<group_place> groups;
  std::vector<chunk_place> chunks;  // of the first group, then of the next one
};

// Reads a footer of a file of `end` bytes before it that has these columns, and whose chunks follow one
// another without a gap. What is wrong otherwise, in a few words; empty: nothing.
[[nodiscard]] std::string_view read_footer(std::string_view bytes, std::span<const column> columns,
                                           std::uint64_t end, footer& read);

}  // namespace urlsieve::parquet

#endif
