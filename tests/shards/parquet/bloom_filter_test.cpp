// Bloom filters, checked by an independent reader; tests/engines/parquet_test.sh checks them with DuckDB.
#include "src/shards/parquet/bloom_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "src/text/number_bytes.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve::parquet {
namespace bloom_filter_test {

constexpr std::size_t block_size = 32;

// Returns the filter after its header, whose size is not a multiple of blocks.
std::string_view bits_of(std::string_view bytes) {
  return bytes.substr(bytes.size() % block_size);
}

// The lookup of parquet-format, BloomFilter.md.
bool holds(std::string_view bits, std::string_view value) {
  constexpr std::array<std::uint32_t, 8> salts{0x47b6137bU, 0x44974d91U, 0x8824ad5bU, 0xa2b7289dU,
                                               0x705495c7U, 0x2df1424bU, 0x9efc4947U, 0x5c6bfb31U};
  const std::uint64_t hash = parquet_hash(value);
  const std::size_t block = ((hash >> 32U) * (bits.size() / block_size)) >> 32U;
  for (std::size_t i = 0; i < salts.size(); ++i) {
    const std::uint64_t word = little_endian(bits.substr(block * block_size + 4 * i, 4));
    if ((word >> ((static_cast<std::uint32_t>(hash) * salts[i]) >> 27U) & 1U) == 0) return false;
  }
  return true;
}

std::string value_of(std::size_t number) {
  return "http://a.example/" + std::to_string(number);
}

TEST(bloom_filter, holds_its_values_and_few_others) {
  for (const std::size_t count : {1U, 25U, 26U, 10000U}) {
    bloom_filter_writer writer;
    for (std::size_t i = 0; i < count; ++i) writer.add(value_of(i));
    const std::string bytes = writer.finish();
    const std::string_view bits = bits_of(bytes);
    ASSERT_EQ(bits.size(), (count * bloom_filter_writer::bits_a_value + 255) / 256 * block_size);
    for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(holds(bits, value_of(i))) << i;
    std::size_t others = 0;
    for (std::size_t i = 0; i < 10000; ++i) others += holds(bits, value_of(count + i)) ? 1 : 0;
    EXPECT_LT(others, 200U) << count;
    EXPECT_EQ(writer.finish(), "");
  }
}

TEST(bloom_filter, depends_only_on_the_set_of_values) {
  bloom_filter_writer once;
  bloom_filter_writer twice;
  for (std::size_t i = 0; i < 100; ++i) once.add(value_of(i));
  for (std::size_t i = 0; i < 200; ++i) twice.add(value_of((199 - i) % 100));
  EXPECT_EQ(once.finish(), twice.finish());
}

// XXH64 of the empty text with seed 0, from the specification of xxHash.
TEST(bloom_filter, hashes_by_xxh64) {
  EXPECT_EQ(parquet_hash(""), 0xEF46DB3751D8E999U);
}

}  // namespace bloom_filter_test
}  // namespace urlsieve::parquet
