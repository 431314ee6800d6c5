// The bytes of a sorted run, for run_writer and run_reader.
//
//   header    magic (8 bytes), the fields of entries (4)
//   blocks    decompressed size, compressed size (4 bytes each), XXH3-64 of the rest (8), a zstd frame
//   trailer   two zeros in place of sizes, number of entries (8), XXH3-64 of all block checksums and of that
//             number (8)
//
// A block holds whole entries: length of the key prefix that is shared with the entry before, rest of the
// key, count, then order, columns and sources if the run has them; numbers are varints of 7 bits a byte. A
// reader detects a truncated or altered run, at the latest at its end.
#ifndef URLSIEVE_RUNS_RUN_FORMAT_HPP
#define URLSIEVE_RUNS_RUN_FORMAT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/runs/sorted_run.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve::run_format {

inline constexpr std::string_view magic{"urlrun1\n", 8};
inline constexpr std::size_t header_size = 12;
inline constexpr std::size_t block_header_size = 16;
inline constexpr std::size_t trailer_size = 24;

// Return the header's number for `fields`, and the fields for a number of the header. Numbers above
// `all_fields` are invalid.
inline constexpr std::uint32_t all_fields = 7;
[[nodiscard]] constexpr std::uint32_t number_of(run_fields fields) {
  return (fields.order ? 1U : 0U) | (fields.columns ? 2U : 0U) | (fields.sources ? 4U : 0U);
}
[[nodiscard]] constexpr run_fields fields_of(std::uint32_t number) {
  return {(number & 1U) != 0, (number & 2U) != 0, (number & 4U) != 0};
}

// Chains the checksum of a block to the chain of all blocks before (0 for the first block), so that a missing
// or moved block is detected.
[[nodiscard]] inline std::uint64_t chained(std::uint64_t before, std::uint64_t checksum) {
  const std::array<std::uint64_t, 2> both{before, checksum};
  return partition_hash({reinterpret_cast<const char*>(both.data()), sizeof both});
}

}  // namespace urlsieve::run_format

#endif
