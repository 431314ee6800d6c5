#include "src/shards/parent_directories.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "tests/shards/scratch_directory.hpp"

namespace urlsieve {
namespace parent_directories_test {

namespace fs = std::filesystem;
using testing::scratch_directory;

// Returns the directories below `at`, separated by spaces.
std::string directories_in(const scratch_directory& at) {
  std::string names;
  for (const auto& entry : fs::recursive_directory_iterator(at.path()))
    names.append(names.empty() ? "" : " ").append(entry.path().lexically_relative(at.path()).string());
  return names;
}

parent_directories parents_of(const std::string& path) {
  result<parent_directories> parents = parent_directories::create(path);
  EXPECT_TRUE(parents) << parents.error().message;
  return parents ? std::move(*parents) : parent_directories();
}

TEST(parent_directories, stay_only_if_they_are_kept) {
  const scratch_directory scratch;
  {
    const parent_directories parents = parents_of(scratch / "a/b/out");
    EXPECT_EQ(directories_in(scratch), "a a/b");
  }
  EXPECT_EQ(directories_in(scratch), "");
  parents_of(scratch / "a/b/out").keep();
  EXPECT_EQ(directories_in(scratch), "a a/b");
  // Directories that were there before are not removed.
  {
    const parent_directories parents = parents_of(scratch / "a/b/c/out");
  }
  EXPECT_EQ(directories_in(scratch), "a a/b");
}

TEST(parent_directories, create_the_parents_of_each_spelling) {
  for (const char* const spelling : {"a/b/out", "a/b/out/", "a//b/./out", "a/../a/b/out"}) {
    const scratch_directory scratch;
    const parent_directories parents = parents_of(scratch.path().string() + "/" + spelling);
    EXPECT_EQ(directories_in(scratch), "a a/b") << spelling;
  }
  const scratch_directory scratch;
  fs::create_directory_symlink(scratch.path(), scratch / "link");
  {
    const parent_directories parents = parents_of(scratch / "link/a/out");
  }
  EXPECT_EQ(directories_in(scratch), "link");
}

TEST(parent_directories, are_not_needed_for_a_bare_name_or_a_url) {
  const scratch_directory scratch;
  EXPECT_TRUE(parent_directories::create("out"));
  EXPECT_TRUE(parent_directories::create("out/"));
  EXPECT_TRUE(parent_directories::create("s3://bucket/a/out"));
  EXPECT_FALSE(fs::exists("s3:"));
}

TEST(parent_directories, name_the_parent_that_cannot_be_created) {
  const scratch_directory scratch;
  scratch.write("file", "");
  for (const char* const below : {"file", "file/b", "new/../file/c"}) {
    const std::string parent = scratch / below;
    const auto parents = parent_directories::create(parent + "/out");
    ASSERT_FALSE(parents);
    EXPECT_EQ(parents.error().code, error_code::cannot_open);
    EXPECT_EQ(parents.error().message, "cannot create " + parent + ": Not a directory");
  }
  EXPECT_EQ(directories_in(scratch), "file") << "no new directory stays";
}

// The shared directories stay if and only if an output was published, in any order of outputs.
TEST(parent_directories, are_shared_by_the_outputs_of_a_process) {
  const std::array<const char*, 3> names{"a/out", "a/b/file", "a/b/c/file"};
  std::array<std::size_t, 3> order{0, 1, 2};
  do {
    for (int published = -1; published < 3; ++published) {
      const scratch_directory scratch;
      std::array<std::optional<parent_directories>, 3> outputs;
      for (std::size_t i = 0; i < 3; ++i) outputs[i].emplace(parents_of(scratch / names[i]));
      for (const std::size_t i : order) {
        if (static_cast<int>(i) == published) outputs[i]->keep();
        outputs[i].reset();
      }
      const std::array<const char*, 4> expected{"", "a", "a a/b", "a a/b a/b/c"};
      EXPECT_EQ(directories_in(scratch), expected[static_cast<std::size_t>(published + 1)]) << published;
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(parent_directories, stay_if_another_program_uses_them) {
  const scratch_directory scratch;
  {
    const parent_directories parents = parents_of(scratch / "a/b/out");
    scratch.write("a/mine", "");
  }
  EXPECT_EQ(directories_in(scratch), "a a/mine");
}

}  // namespace parent_directories_test
}  // namespace urlsieve
