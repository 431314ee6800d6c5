#include "src/shards/claim.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/shards/scratch_directory.hpp"

namespace urlsieve {
namespace claim_test {

namespace fs = std::filesystem;
using testing::scratch_directory;
using names = std::set<std::string>;

TEST(claim, is_one_s_own_until_it_is_given_up) {
  const scratch_directory scratch;
  const std::string path = scratch / ".x.urlsieve";
  {
    auto mine = claim::at(path, claim::kind::directory, "x");
    ASSERT_TRUE(mine);
    EXPECT_FALSE(mine->found_leftover());
    EXPECT_EQ(claim::at(path, claim::kind::directory, "x").error().code, error_code::output_exists);
    EXPECT_FALSE(claim::remove_if_left(path));
    const claim moved = std::move(*mine);
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(claim, goes_to_exactly_one_of_many) {
  const scratch_directory scratch;
  for (int round = 0; round < 50; ++round) {
    // Sometimes a killed run was there before.
    if (round % 2 == 0) fs::create_directory(scratch / ".x.urlsieve");
    std::atomic<int> got{0};
    std::atomic<int> tried{0};
    std::vector<std::thread> all;
    constexpr int many = 6;
    for (int i = 0; i < many; ++i) {
      all.emplace_back([&] {
        const auto mine = claim::at(scratch / ".x.urlsieve", claim::kind::directory, "x");
        if (mine) ++got;
        ++tried;
        while (tried != many) std::this_thread::yield();
      });
    }
    for (std::thread& one : all) one.join();
    EXPECT_LE(got, 1) << round;
    EXPECT_TRUE(scratch.names().empty());
  }
}

TEST(claim, of_a_killed_process_is_recognised) {
  const scratch_directory scratch;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto directory = claim::new_directory(scratch.path());
    const auto file = claim::at(scratch / ".y.partial", claim::kind::file, "y");
    ::kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(scratch.names().size(), 2U);
  const auto file = claim::at(scratch / ".y.partial", claim::kind::file, "y");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->found_leftover());
  fs::create_directory(scratch / ".urlsieve-mine");
  const auto living = claim::new_directory(scratch.path());
  ASSERT_TRUE(living);
  EXPECT_EQ(claim::remove_left_below(scratch.path()).size(), 1U);
  EXPECT_EQ(scratch.names(),
            (names{".y.partial", ".urlsieve-mine", fs::path(living->path()).filename().string()}));
  EXPECT_TRUE(claim::remove_left_below(scratch / "nowhere").empty());
}

TEST(claim, has_names_that_are_short_enough_and_differ) {
  EXPECT_EQ(hidden_name("out", ".urlsieve"), ".out.urlsieve");
  const std::string long_name(255, 'n');
  EXPECT_LE(hidden_name(long_name, ".urlsieve-old").size(), 255U);
  EXPECT_NE(hidden_name(long_name, ".urlsieve"), hidden_name(long_name.substr(1), ".urlsieve"));
}

}  // namespace claim_test
}  // namespace urlsieve
