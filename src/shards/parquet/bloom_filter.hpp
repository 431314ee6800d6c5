// A Bloom filter of the values of a column chunk, as the Parquet format defines it: split blocks of 256 bits,
// and XXH64 of the value (parquet-format, BloomFilter.md). Query engines skip a row group whose filter lacks
// the requested value.
#ifndef URLSIEVE_SHARDS_PARQUET_BLOOM_FILTER_HPP
#define URLSIEVE_SHARDS_PARQUET_BLOOM_FILTER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::parquet {

// Collects the values of a chunk. Uses 8 bytes for each value that differs from the value before.
class bloom_filter_writer {
 public:
  // Bits of the filter for each distinct value: 1 % of other values are false positives.
  static constexpr std::size_t bits_a_value = 10;

  void add(std::string_view value);

  // Returns the header and the filter of the values since the last call; an empty string without values. The
  // bytes depend only on the set of values.
  [[nodiscard]] std::string finish();

 private:
  std::vector<std::uint64_t> hashes_;
};

}  // namespace urlsieve::parquet

#endif
