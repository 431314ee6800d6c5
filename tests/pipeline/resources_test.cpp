#include "src/pipeline/resources.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/shards/scratch_directory.hpp"

namespace urlsieve {
namespace resources_test {

constexpr std::uint64_t none = ~std::uint64_t{0};

struct given {
  std::string list;                                        // content of /proc/self/cgroup
  std::vector<std::pair<std::string, std::string>> files;  // paths below the mount point
  std::uint64_t limit;
};

TEST(resources, know_the_least_limit_of_their_control_groups) {
  const std::vector<given> table{
      {"", {}, none},
      {"0::/\n", {}, none},
      {"0::/\n", {{"memory.max", "max\n"}}, none},
      {"0::/\n", {{"memory.max", "1000\n"}}, 1000},
      {"0::/a/b\n", {{"a/b/memory.max", "300\n"}, {"a/memory.max", "max\n"}}, 300},
      {"0::/a/b\n", {{"a/b/memory.max", "max\n"}, {"a/memory.max", "200\n"}}, 200},
      {"0::/a/b\n", {{"a/b/memory.max", "300\n"}, {"a/memory.max", "200\n"}}, 200},
      // In a container, the files of the group are at the root.
      {"0::/not/here\n", {{"memory.max", "500\n"}}, 500},
      {"4:cpu,memory:/g\n1:name=systemd:/\n", {{"memory/g/memory.limit_in_bytes", "700\n"}}, 700},
      {"4:memory:/g/h\n0::/\n", {{"memory/g/memory.limit_in_bytes", "600\n"}, {"memory.max", "800\n"}}, 600},
      {"4:cpu:/g\n", {{"memory/g/memory.limit_in_bytes", "700\n"}}, none},
      {"no colon\n:\n\n", {{"memory.max", "1\n"}}, none},
      {"0::/\n", {{"memory.max", "no number"}}, none},
  };
  for (const given& row : table) {
    const testing::scratch_directory scratch;
    scratch.write("list", row.list);
    for (const auto& [name, text] : row.files) {
      std::filesystem::create_directories((scratch / ("mount/" + name)).parent_path());
      scratch.write("mount/" + name, text);
    }
    EXPECT_EQ(memory_limit_of_groups((scratch / "list").string(), (scratch / "mount").string()), row.limit)
        << row.list;
  }
  EXPECT_EQ(memory_limit_of_groups("/nowhere/list", "/nowhere"), none);
  EXPECT_LE(memory_of_machine(), memory_limit_of_groups("/proc/self/cgroup", "/sys/fs/cgroup"));
}

TEST(resources, take_half_of_the_machine_where_nothing_is_asked) {
  EXPECT_EQ(memory_or_half(0), memory_of_machine() / 2);
  EXPECT_EQ(memory_or_half(5), 5U);
}

}  // namespace resources_test
}  // namespace urlsieve
