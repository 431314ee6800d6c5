#include "src/shards/shard_names.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/shards/filter_file.hpp"
#include "tests/shards/scratch_directory.hpp"

namespace urlsieve {
namespace {

TEST(shard_names, folders_of_shards) {
  EXPECT_EQ(shard_folder_size("shard=3/part.parquet"), 8);
  EXPECT_EQ(shard_folder_size("shard=12345/"), 12);
  for (const std::string_view other :
       {"", "shard=", "shard=3", "shard=/part.tsv", "shard=x/part.tsv", "shard=3x/part.tsv",
        "part-00003-of-00016.tsv", "shard/3", "Shard=3/part.tsv", "runs/shard=3/part.tsv"})
    EXPECT_EQ(shard_folder_size(other), 0) << other;
}

TEST(shard_names, filters) {
  EXPECT_EQ(filter_file_name("part-00003-of-00016.tsv.zst"), "_part-00003-of-00016.filter");
  EXPECT_EQ(filter_file_name("shard=3/part.tsv.zst"), "shard=3/_part.filter");
}

TEST(shard_names, names_in_an_output) {
  const testing::scratch_directory scratch;
  const std::string path = scratch.path();
  ASSERT_TRUE(create_shard_folder(path, "shard=10/part.tsv"));
  ASSERT_TRUE(create_shard_folder(path, "shard=10/part.tsv"));  // exists already
  ASSERT_TRUE(create_shard_folder(path, "part-00000-of-00001.tsv"));
  std::ofstream(path + "/shard=10/part.tsv") << "x";
  std::ofstream(path + "/shard=10/_part.filter") << "x";
  std::filesystem::create_directories(path + "/shard=2");
  std::filesystem::create_directories(path + "/other/shard=3");
  std::ofstream(path + "/shard=4") << "x";
  std::filesystem::create_directory_symlink("shard=10", path + "/shard=5");
  std::error_code failed;
  EXPECT_EQ(output_names_in(path, failed),
            (std::vector<std::string>{"other", "shard=10/_part.filter", "shard=10/part.tsv", "shard=2",
                                      "shard=4", "shard=5"}));
  EXPECT_FALSE(failed);
  EXPECT_TRUE(output_names_in(path + "/none", failed).empty());
  EXPECT_TRUE(failed);
  EXPECT_FALSE(create_shard_folder(path + "/none", "shard=1/part.tsv"));
}

}  // namespace
}  // namespace urlsieve
