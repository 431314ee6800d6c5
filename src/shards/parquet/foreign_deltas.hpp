// Decodes DELTA_BINARY_PACKED (Encodings.md of Apache Parquet) with blocks of any size: writers choose other
// sizes than delta_numbers.hpp.
#ifndef URLSIEVE_SHARDS_PARQUET_FOREIGN_DELTAS_HPP
#define URLSIEVE_SHARDS_PARQUET_FOREIGN_DELTAS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {

// Decodes numbers from the front of `from` and replaces the content of `numbers`. Other bytes may follow.
// Returns false unless the header says `count`; `numbers` is then incomplete.
[[nodiscard]] bool take_foreign_deltas(byte_cursor& from, std::size_t count,
                                       std::vector<std::int64_t>& numbers);

}  // namespace urlsieve::parquet

#endif
