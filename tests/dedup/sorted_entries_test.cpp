#include "src/dedup/sorted_entries.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <string_view>

namespace urlsieve {
namespace sorted_entries_test {

namespace fs = std::filesystem;

TEST(sorted_lines, are_the_same_in_memory_and_on_disk) {
  std::mt19937_64 random(5);
  for (const std::size_t memory : {sorted_lines::smallest_memory, std::size_t{1} << 30U}) {
    const fs::path place = fs::temp_directory_path() / ("sorted_lines_" + std::to_string(random()));
    bool asked = false;
    {
      sorted_lines lines(memory, [&]() -> result<std::string> {
        EXPECT_FALSE(asked);
        asked = true;
        return place.string();
      });
      std::set<std::string> expected;
      for (int i = 0; i < 200000; ++i) {
        const std::string line = "http://example.com/" + std::to_string(random() % 100000) + "\tx\n";
        expected.insert(line);
        ASSERT_TRUE(lines.add(line));
      }
      auto next = expected.begin();
      ASSERT_TRUE(lines.read([&](std::string_view line) -> result<void> {
        EXPECT_TRUE(next != expected.end() && *next == line);
        if (next != expected.end()) ++next;
        return {};
      }));
      EXPECT_TRUE(next == expected.end());
    }
    EXPECT_EQ(asked, memory == sorted_lines::smallest_memory);
    EXPECT_FALSE(fs::exists(place));
  }
}

TEST(sorted_lines, report_disk_errors) {
  sorted_lines lines(0, []() -> result<std::string> { return "/dev/null/none"; });
  result<void> added;
  for (int i = 0; i < 200000 && added; ++i) added = lines.add(std::to_string(i));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, error_code::cannot_open);
}

}  // namespace sorted_entries_test
}  // namespace urlsieve
