// Bounds of the values of a chunk or a page. Long values are truncated, to keep footer and page index small.
#ifndef URLSIEVE_SHARDS_PARQUET_VALUE_BOUNDS_HPP
#define URLSIEVE_SHARDS_PARQUET_VALUE_BOUNDS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

// Limits of bounds in bytes: in the statistics of a chunk, and in a page index.
inline constexpr std::size_t longest_chunk_bound = 256;
inline constexpr std::size_t longest_page_bound = 64;

// Returns a bound <= `value` of at most `longest` bytes. The bound of a UTF-8 value is UTF-8.
// Requires: longest >= 4.
[[nodiscard]] value_bound lower_bound_of(std::string_view value, std::size_t longest);

// Returns a bound >= `value` of at most `longest` bytes, or nullopt if no such bound is found. The bound of a
// UTF-8 value is UTF-8.
[[nodiscard]] std::optional<value_bound> upper_bound_of(std::string_view value, std::size_t longest);

}  // namespace urlsieve::parquet

#endif
