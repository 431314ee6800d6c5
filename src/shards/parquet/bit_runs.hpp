// The RLE/bit-packing hybrid encoding (Encodings.md of Apache Parquet, RLE), for levels and dictionary
// indexes.
#ifndef URLSIEVE_SHARDS_PARQUET_BIT_RUNS_HPP
#define URLSIEVE_SHARDS_PARQUET_BIT_RUNS_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::parquet {

// Encodes `numbers` and appends the bytes to `out`. Requires: numbers have at most `width` bits; width <= 32.
void append_runs(std::span<const std::uint32_t> numbers, unsigned width, std::string& out);

// Decodes `bytes` and replaces the content of `numbers`. Returns false unless all of `bytes` encode `count`
// numbers of at most `width` bits, each below `bound`; `numbers` is then incomplete. `padding`: numbers
// behind `count` in the last run, which DuckDB writes, are ignored. Requires: width <= 32.
enum class run_padding : std::uint8_t { refused, ignored };
[[nodiscard]] bool read_runs(std::string_view bytes, unsigned width, std::size_t count, std::uint32_t bound,
                             std::vector<std::uint32_t>& numbers, run_padding padding = run_padding::refused);

}  // namespace urlsieve::parquet

#endif
