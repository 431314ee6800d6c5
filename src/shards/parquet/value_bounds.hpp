// Bounds of the values of a chunk for its statistics. Long values are truncated, to keep the footer small.
#ifndef URLSIEVE_SHARDS_PARQUET_VALUE_BOUNDS_HPP
#define URLSIEVE_SHARDS_PARQUET_VALUE_BOUNDS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

inline constexpr std::size_t longest_bound = 256;

// Returns a bound <= `value`. The bound of a UTF-8 value is UTF-8.
[[nodiscard]] value_bound lower_bound_of(std::string_view value);

// Returns a bound >= `value`, or nullopt if no short bound is found. The bound of a UTF-8 value is UTF-8.
[[nodiscard]] std::optional<value_bound> upper_bound_of(std::string_view value);

}  // namespace urlsieve::parquet

#endif
