#include "src/shards/locked_directory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/shards/scratch_directory.hpp"

namespace urlsieve {
namespace locked_directory_test {

namespace fs = std::filesystem;
using testing::scratch_directory;
using names = std::set<std::string>;

// Creates the leftovers of a killed run.
void leave(const scratch_directory& scratch, const std::string& name) {
  fs::create_directory(scratch / name);
  scratch.write(name + "/.urlsieve-mark", "urlsieve temporary\nprocess 1\nhost h\n");
  scratch.write(name + "/part", "torn");
}

TEST(locked_directory, is_exclusive_until_released) {
  const scratch_directory scratch;
  const std::string path = scratch / ".x.urlsieve";
  {
    auto mine = locked_directory::at(path, "x");
    ASSERT_TRUE(mine);
    EXPECT_FALSE(mine->found_leftover());
    EXPECT_EQ(locked_directory::at(path, "x").error().code, error_code::output_exists);
    EXPECT_FALSE(locked_directory::remove_if_leftover(path));
    const locked_directory moved = std::move(*mine);
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(locked_directory, goes_to_exactly_one_process) {
  const scratch_directory scratch;
  for (int round = 0; round < 50; ++round) {
    // Every second round begins with leftovers of a killed run.
    if (round % 2 == 0) leave(scratch, ".x.urlsieve");
    std::atomic<int> got{0};
    std::atomic<int> tried{0};
    std::vector<std::thread> all;
    constexpr int many = 6;
    for (int i = 0; i < many; ++i) {
      all.emplace_back([&] {
        const auto mine = locked_directory::at(scratch / ".x.urlsieve", "x");
        if (mine) ++got;
        ++tried;
        while (tried != many) std::this_thread::yield();
      });
    }
    for (std::thread& thread : all) thread.join();
    EXPECT_LE(got, 1) << round;
    EXPECT_TRUE(scratch.names().empty());
  }
}

TEST(locked_directory, of_a_killed_process_is_recognised) {
  const scratch_directory scratch;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto directory = locked_directory::new_directory(scratch.path());
    const auto file = locked_directory::at(scratch / ".y.partial", "y");
    ::kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(scratch.names().size(), 2U);
  const auto file = locked_directory::at(scratch / ".y.partial", "y");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->found_leftover());
  fs::create_directory(scratch / ".urlsieve-mine");
  const auto living = locked_directory::new_directory(scratch.path());
  ASSERT_TRUE(living);
  EXPECT_EQ(locked_directory::remove_leftovers_below(scratch.path()).size(), 1U);
  EXPECT_EQ(scratch.names(),
            (names{".y.partial", ".urlsieve-mine", fs::path(living->path()).filename().string()}));
  EXPECT_TRUE(locked_directory::remove_leftovers_below(scratch / "nowhere").empty());
}

TEST(locked_directory, of_a_directory_without_our_mark_is_refused_and_nothing_is_touched) {
  const scratch_directory scratch;
  const std::vector<std::pair<std::string, std::string>> files{
      {"letter", "kept"},
      {".urlsieve-mark", "a note on urlsieve\n"},
      {"part-00000-of-00001.txt", "kept"},
      {"manifest.json", "{\"name\": \"a web application\"}\n"},
      {"manifest.json", R"({"urlsieve": "0", "format": 1, "shards": [{"name": "part"}]})"}};
  for (const auto& [name, content] : files) {
    fs::create_directory(scratch / ".x.urlsieve");
    scratch.write(".x.urlsieve/" + name, content);
    scratch.write(".x.urlsieve/letter", "kept");
    const names before = scratch.names(".x.urlsieve");
    const auto refused = locked_directory::at(scratch / ".x.urlsieve", "x");
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().code, error_code::output_exists);
    EXPECT_NE(refused.error().message.find(".x.urlsieve is in the way"), std::string::npos);
    EXPECT_FALSE(locked_directory::remove_if_leftover(scratch / ".x.urlsieve"));
    EXPECT_EQ(scratch.names(".x.urlsieve"), before);
    fs::remove_all(scratch / ".x.urlsieve");
  }
  scratch.write(".x.urlsieve", "a file");
  EXPECT_FALSE(locked_directory::at(scratch / ".x.urlsieve", "x"));
  EXPECT_TRUE(fs::is_regular_file(scratch / ".x.urlsieve"));
  fs::create_directory(scratch / ".urlsieve-0123456789ab");
  scratch.write(".urlsieve-0123456789ab/letter", "kept");
  EXPECT_TRUE(locked_directory::remove_leftovers_below(scratch.path()).empty());
  EXPECT_TRUE(fs::exists(scratch / ".urlsieve-0123456789ab/letter"));
}

TEST(locked_directory, takes_what_a_run_left_at_any_moment) {
  const scratch_directory scratch;
  const std::vector<std::function<void()>> moments{
      [] {},  // before the mark is written
      [&] { scratch.write(".x.urlsieve/.urlsieve-mark", ""); },
      [&] { scratch.write(".x.urlsieve/.urlsieve-mark", "urlsieve temp"); },
      [&] { leave(scratch, ".x.urlsieve"); },
      [&] {  // after the mark is removed, before the output has its name
        scratch.write(".x.urlsieve/manifest.json",
                      R"({"urlsieve": "0", "format": 1, "shards": [{"name": "part"}]})");
        scratch.write(".x.urlsieve/part", "row");
      },
      [&] {  // before an old output is removed
        scratch.write(".x.urlsieve/manifest.json",
                      R"({"urlsieve": "0", "format": 1, "shards": [{"name": "part"}]})");
        scratch.write(".x.urlsieve/.urlsieve-mark", "urlsieve temp");
      }};
  for (const auto& moment : moments) {
    fs::create_directory(scratch / ".x.urlsieve");
    moment();
    const auto mine = locked_directory::at(scratch / ".x.urlsieve", "x");
    ASSERT_TRUE(mine) << mine.error().message;
    EXPECT_TRUE(mine->found_leftover());
    EXPECT_EQ(scratch.names(".x.urlsieve"), names{".urlsieve-mark"});
  }
}

TEST(locked_directory, leaves_no_directory_behind_when_descriptors_run_out) {
  const scratch_directory scratch;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  for (int more = 0; more < 3; ++more) {
    const int next = ::open("/dev/null", O_RDONLY);
    ::close(next);
    const rlimit few{static_cast<rlim_t>(next + more), before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const bool locked = locked_directory::at(scratch / ".x.urlsieve", "x").has_value();
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(locked, more == 2);
    EXPECT_TRUE(scratch.names().empty());
  }
}

TEST(locked_directory, has_names_that_are_short_enough_and_differ) {
  EXPECT_EQ(hidden_name("out", ".urlsieve"), ".out.urlsieve");
  const std::string long_name(255, 'n');
  EXPECT_LE(hidden_name(long_name, ".urlsieve-old").size(), 255U);
  EXPECT_NE(hidden_name(long_name, ".urlsieve"), hidden_name(long_name.substr(1), ".urlsieve"));
}

}  // namespace locked_directory_test
}  // namespace urlsieve
