// The least and the greatest value of a chunk as its statistics hold them: long ones cut, so that a footer
// does not grow with the values.
#ifndef URLSIEVE_SHARDS_PARQUET_VALUE_BOUNDS_HPP
#define URLSIEVE_SHARDS_PARQUET_VALUE_BOUNDS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve::parquet {

inline constexpr std::size_t longest_bound = 256;

// Not above `value`. What is UTF-8 stays so.
[[nodiscard]] value_bound lower_bound_of(std::string_view value);

// Not below `value`; none where no short one is known. What is UTF-8 stays so.
[[nodiscard]] std::optional<value_bound> upper_bound_of(std::string_view value);

}  // namespace urlsieve::parquet

#endif
