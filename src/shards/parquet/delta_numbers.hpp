// The encoding DELTA_BINARY_PACKED (Encodings.md of Apache Parquet): differences of consecutive numbers, in
// blocks of 128 with a minimum difference each. Each group of 32 has its own bit width.
#ifndef URLSIEVE_SHARDS_PARQUET_DELTA_NUMBERS_HPP
#define URLSIEVE_SHARDS_PARQUET_DELTA_NUMBERS_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {

// Encode `numbers` and append the bytes to `out`.
void append_deltas(std::span<const std::int64_t> numbers, std::string& out);
void append_deltas(std::span<const std::uint32_t> numbers, std::string& out);

// Decode numbers from the front of `from` and replace the content of `numbers`. Other bytes may follow.
// Return false unless the header says `count` and all numbers fit the type; `numbers` is then incomplete.
[[nodiscard]] bool take_deltas(byte_cursor& from, std::size_t count, std::vector<std::int64_t>& numbers);
[[nodiscard]] bool take_deltas(byte_cursor& from, std::size_t count, std::vector<std::uint32_t>& numbers);

// Decodes numbers in blocks of any size, as other writers choose, from the front of `from`, and replaces the
// content of `numbers`. Other bytes may follow.
// Returns false unless the header says `count`; `numbers` is then incomplete.
[[nodiscard]] bool take_foreign_deltas(byte_cursor& from, std::size_t count,
                                       std::vector<std::int64_t>& numbers);

}  // namespace urlsieve::parquet

#endif
