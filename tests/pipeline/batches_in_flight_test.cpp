// Sizes and numbers of batches for a given memory, and sizes of the ranges of a file.
#include "src/pipeline/batches_in_flight.hpp"

#include <gtest/gtest.h>

namespace urlsieve {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

TEST(range_bytes, grows_with_the_file_up_to_four_batches) {
  const batch_memory batches{mebibyte / 4, 16'384 * mebibyte, 2};
  EXPECT_EQ(range_bytes(batches, 4 * mebibyte), mebibyte / 4);
  EXPECT_EQ(range_bytes(batches, 127 * mebibyte), mebibyte / 4);
  EXPECT_EQ(range_bytes(batches, 128 * mebibyte), mebibyte / 2);
  EXPECT_EQ(range_bytes(batches, 256 * mebibyte), mebibyte);
  EXPECT_EQ(range_bytes(batches, 1'000'000 * mebibyte), mebibyte);
}

TEST(range_bytes, leaves_most_of_the_memory_to_the_run) {
  for (const std::uint64_t memory : {64 * mebibyte, 512 * mebibyte, 2'048 * mebibyte, 65'536 * mebibyte})
    for (const unsigned threads : {2U, 8U, 64U}) {
      const batch_memory batches{mebibyte / 4, memory, threads};
      const std::size_t size = range_bytes(batches, 1'000'000 * mebibyte);
      if (size == batches.batch_bytes) continue;
      EXPECT_LE(batches_in_flight(batches, threads) * memory_per_input_byte * size, memory / 16)
          << memory << ' ' << threads;
    }
  EXPECT_EQ(range_bytes({mebibyte / 4, 64 * mebibyte, 2}, 1'000'000 * mebibyte), mebibyte / 4);
}

}  // namespace
}  // namespace urlsieve
