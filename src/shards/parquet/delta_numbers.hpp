// DELTA_BINARY_PACKED (Encodings.md of Apache Parquet): numbers as the differences to the one before, in
// blocks of 128 with a least difference each, packed in as many bits as 32 of them need.
#ifndef URLSIEVE_SHARDS_PARQUET_DELTA_NUMBERS_HPP
#define URLSIEVE_SHARDS_PARQUET_DELTA_NUMBERS_HPP

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {

void append_deltas(std::span<const std::int64_t> numbers, std::string& out);
void append_deltas(std::span<const std::uint32_t> numbers, std::string& out);

// Takes numbers from the front of `from`, which must be `count`; false: they are not, or are too large.
[[nodiscard]] bool take_deltas(byte_cursor& from, std::size_t count, std::vector<std::int64_t>& numbers);
[[nodiscard]] bool take_deltas(byte_cursor& from, std::size_t count, std::vector<std::uint32_t>& numbers);

}  // namespace urlsieve::parquet

#endif
