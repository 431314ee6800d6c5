#include "src/text/scan/byte_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string_view>

#include "src/text/scan/kernel_targets.hpp"

namespace urlsieve {
namespace byte_sum_test {

// The bytes end at the end of their memory, so that sanitizers report reads beyond.
TEST(byte_sum, equals_the_reference_at_every_length_and_alignment) {
  for (const auto target : runnable_targets()) {
    run_kernels_on(target);
    SCOPED_TRACE(name_of_target(target));
    std::mt19937 random(7);
    for (std::size_t size = 0; size <= 520; ++size) {
      const std::size_t alignment = random() % 64;
      const auto memory = std::make_unique<char[]>(alignment + size);
      for (std::size_t i = 0; i < size; ++i)
        memory[alignment + i] = static_cast<char>(size % 2 == 0 ? 0xFF : random());
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < size; ++i) sum += static_cast<unsigned char>(memory[alignment + i]);
      ASSERT_EQ(sum_of_bytes({memory.get() + alignment, size}), sum) << size;
    }
  }
  run_kernels_on(0);
}

}  // namespace byte_sum_test
}  // namespace urlsieve
