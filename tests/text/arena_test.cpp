#include "src/text/arena.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve {
namespace arena_test {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

TEST(arena, clear_releases_every_large_chunk) {
  arena memory;
  memory.copy("a");
  memory.copy(std::string(64 * mebibyte, 'b'));
  memory.copy(std::string(4 * mebibyte, 'c'));  // a small chunk behind the large chunk
  memory.clear();
  EXPECT_EQ(memory.used(), 0U);
  EXPECT_LE(memory.capacity(), 5 * mebibyte);
  EXPECT_EQ(memory.copy("text"), "text");
}

TEST(arena, rewind_discards_later_commits) {
  arena memory;
  const std::string_view kept = memory.copy("kept");
  const arena::mark position = memory.filled();
  memory.copy(std::string(mebibyte, 'x'));
  memory.rewind(position);
  EXPECT_EQ(memory.used(), kept.size());
  EXPECT_EQ(memory.copy("next"), "next");
  EXPECT_EQ(kept, "kept");
}

}  // namespace arena_test
}  // namespace urlsieve
