#include "src/dedup/memory_block.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace urlsieve {
namespace memory_block_test {

TEST(memory_block, keeps_its_bytes_and_gains_zeros_over_every_kind_of_growth) {
  memory_block block;
  std::size_t filled = 0;
  // Sizes from small pages over the first huge page to several, in factors and in single bytes.
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{70000}, std::size_t{3} << 20U, std::size_t{4} << 20U,
        (std::size_t{4} << 20U) + 1, std::size_t{40} << 20U}) {
    block.grow(size);
    ASSERT_GE(block.size(), size);
    for (std::size_t i = 0; i < filled; i += 4093)
      ASSERT_EQ(block.data()[i], static_cast<char>(i % 251 + 1)) << i;
    for (std::size_t i = filled; i < size; ++i) {
      ASSERT_EQ(block.data()[i], 0) << i;
      block.data()[i] = static_cast<char>(i % 251 + 1);
    }
    filled = size;
  }
}

TEST(memory_block, that_ends_as_asked_keeps_its_bytes_wherever_its_small_pages_end) {
  memory_block block;
  std::size_t filled = 0;
  for (std::size_t size = std::size_t{1} << 20U; size < std::size_t{40} << 20U; size += size / 3 + 77777) {
    block.grow(size, block_end::as_asked);
    ASSERT_GE(block.size(), size);
    ASSERT_LE(block.size(), size + (std::size_t{64} << 10U));
    for (std::size_t i = 0; i < filled; ++i) ASSERT_EQ(block.data()[i], static_cast<char>(i % 251 + 1)) << i;
    for (std::size_t i = filled; i < block.size(); ++i) {
      ASSERT_EQ(block.data()[i], 0) << i;
      block.data()[i] = static_cast<char>(i % 251 + 1);
    }
    filled = block.size();
  }
}

TEST(memory_block, never_shrinks) {
  memory_block block;
  block.grow(100000);
  const char* const before = block.data();
  const std::size_t size = block.size();
  block.grow(5);
  EXPECT_EQ(block.data(), before);
  EXPECT_EQ(block.size(), size);
}

TEST(memory_block, is_aligned_for_slots) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{9} << 20U}) {
    memory_block block;
    block.grow(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.data()) % 4096, 0U);
  }
}

TEST(memory_block, without_memory_throws_and_stays_as_it_was) {
  memory_block block;
  block.grow(1000);
  block.data()[7] = 'x';
  const std::size_t size = block.size();
  EXPECT_THROW(block.grow(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  EXPECT_THROW(block.grow(std::size_t{1} << 60U), std::bad_alloc);
  EXPECT_EQ(block.size(), size);
  EXPECT_EQ(block.data()[7], 'x');
}

TEST(memory_block, moves_with_its_bytes) {
  memory_block first;
  first.grow(10);
  first.data()[3] = 'y';
  memory_block second(std::move(first));
  memory_block third;
  third = std::move(second);
  EXPECT_EQ(third.data()[3], 'y');
  third.release();
  EXPECT_EQ(third.size(), 0U);
}

}  // namespace memory_block_test
}  // namespace urlsieve
