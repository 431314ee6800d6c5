// A finished large batch keeps its buffers for the next batch if the memory budget allows.
#include "src/pipeline/batch_supply.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "urlsieve/options.hpp"

namespace urlsieve {
namespace batch_supply_test {

constexpr std::size_t mib = std::size_t{1} << 20U;

// Returns the bytes that a batch keeps after a page of `size` bytes.
std::size_t held_after(std::size_t size, std::uint64_t memory) {
  batch_gate gate({extract_options().batch_bytes, memory, 2});
  const std::string page(size, ' ');
  batch work;
  work.bytes.grow(size, 0);
  work.slices.emplace_back();
  work.slices.back().bytes = page;
  batch* entered = gate.enter([&] { return &work; });
  if (entered == nullptr) entered = gate.take_exclusive();
  EXPECT_EQ(entered, &work);
  gate.leave(work);
  const std::size_t held = work.retained_bytes();
  return held;
}

TEST(batch_gate, keeps_buffers_for_the_next_page) {
  EXPECT_GE(held_after(6 * mib, 4096 * mib), 6 * mib);
  EXPECT_GE(held_after(3 * mib, 1024 * mib), 3 * mib);
}

TEST(batch_gate, frees_buffers_beyond_the_budget) {
  EXPECT_LT(held_after(2 * mib, 64 * mib), 1024U);
  EXPECT_LT(held_after(20 * mib, 1024 * mib), 1024U);
  EXPECT_LT(held_after(100 * mib, 65536 * mib), 1024U);
}

TEST(batch_gate, releases_what_a_batch_reserved) {
  batch_gate gate({extract_options().batch_bytes, 64 * mib, 2});
  const std::string page(mib, ' ');
  batch range;
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(gate.enter([&] { return &range; }), &range);
    range.slices.emplace_back();
    range.slices.back().bytes = page;  // read by a thread, after the batch has entered
    gate.leave(range);
    range.slices.clear();
  }
  batch large;
  large.slices.emplace_back();
  large.slices.back().bytes = page;
  EXPECT_EQ(gate.enter([&] { return &large; }), &large);
}

}  // namespace batch_supply_test
}  // namespace urlsieve
