// The hybrid of runs and packed bits (Encodings.md of Apache Parquet, RLE): levels, and places in a
// dictionary.
#ifndef URLSIEVE_SHARDS_PARQUET_BIT_RUNS_HPP
#define URLSIEVE_SHARDS_PARQUET_BIT_RUNS_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::parquet {

// REQUIRES: each number has `width` bits at most; width <= 32.
void append_runs(std::span<const std::uint32_t> numbers, unsigned width, std::string& out);

// All of `bytes` are `count` numbers of `width` bits at most, each below `bound`; false: they are not.
[[nodiscard]] bool read_runs(std::string_view bytes, unsigned width, std::size_t count, std::uint32_t bound,
                             std::vector<std::uint32_t>& numbers);

}  // namespace urlsieve::parquet

#endif
