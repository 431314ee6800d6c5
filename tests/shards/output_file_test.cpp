#include "src/shards/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "tests/shards/scratch_directory.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace output_file_test {

namespace fs = std::filesystem;
using testing::read_file;
using testing::scratch_directory;
using names = std::set<std::string>;

TEST(output_file, appears_whole_when_it_is_published) {
  const scratch_directory scratch;
  auto file = output_file::create(scratch / "to");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->write("one\n"));
  ASSERT_TRUE(file->write("two\n"));
  ASSERT_TRUE(file->close());
  EXPECT_EQ(scratch.names(), names{".to.partial"});
  ASSERT_TRUE(file->publish());
  EXPECT_EQ(read_file(scratch / "to"), "one\ntwo\n");
  file->settle();
  EXPECT_EQ(scratch.names(), names{"to"});
}

TEST(output_file, is_as_it_was_unless_it_is_settled) {
  const scratch_directory scratch;
  for (const bool there : {false, true}) {
    if (there) scratch.write("to", "old");
    const names before = scratch.names();
    for (int steps = 0; steps < 4; ++steps) {
      auto file = output_file::create(scratch / "to");
      ASSERT_TRUE(file);
      if (steps > 0) {
        ASSERT_TRUE(file->write("new"));
      }
      if (steps > 1) {
        ASSERT_TRUE(file->close());
      }
      if (steps > 2) {
        ASSERT_TRUE(file->publish());
      }
      if (there && steps < 3) {
        EXPECT_EQ(read_file(scratch / "to"), "old");
      }
      const output_file moved = std::move(*file);
    }
    EXPECT_EQ(scratch.names(), before);
  }
  EXPECT_EQ(read_file(scratch / "to"), "old");
  auto file = output_file::create(scratch / "to");
  ASSERT_TRUE(file->write("new") && file->close() && file->publish());
  file->settle();
  EXPECT_EQ(read_file(scratch / "to"), "new");
  EXPECT_EQ(scratch.names(), names{"to"});
}

TEST(output_file, keeps_mode_and_link_of_the_replaced_file) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "real");
  scratch.write("real/to", "old");
  ::chmod((scratch / "real/to").c_str(), 0640);
  fs::create_symlink("real/to", scratch / "link");
  auto file = output_file::create(scratch / "link");
  ASSERT_TRUE(file && file->write("new") && file->close() && file->publish());
  file->settle();
  EXPECT_TRUE(fs::is_symlink(scratch / "link"));
  EXPECT_EQ(read_file(scratch / "real/to"), "new");
  struct stat found{};
  ASSERT_EQ(::stat((scratch / "real/to").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777U, 0640U);
}

TEST(output_file, writes_directly_to_special_files) {
  const scratch_directory scratch;
  struct stat before{};
  ASSERT_EQ(::stat("/dev/null", &before), 0);
  auto null = output_file::create("/dev/null");
  ASSERT_TRUE(null) << null.error().message;
  EXPECT_TRUE(null->write("x") && null->close() && null->publish());
  null->settle();
  struct stat after{};
  ASSERT_EQ(::stat("/dev/null", &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_TRUE(S_ISCHR(after.st_mode));

  const std::string pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] {
    std::ifstream from(pipe);
    read.assign(std::istreambuf_iterator<char>(from), {});
  });
  {
    auto file = output_file::create(pipe);
    EXPECT_TRUE(file && file->write("through") && file->close() && file->publish());
  }
  reader.join();
  EXPECT_EQ(read, "through");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(output_file, appends_to_the_file_of_a_stream) {
  const scratch_directory scratch;
  scratch.write("log", "earlier\n");
  const int stream = ::open((scratch / "log").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(stream, 0);
  for (const std::string& folder : {"/dev/fd/", "/proc/self/fd/"}) {
    auto file = output_file::create(folder + std::to_string(stream));
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE(file->write("of the run\n") && file->close() && file->publish());
    file->settle();
  }
  ASSERT_EQ(::write(stream, "later\n", 6), 6);
  ::close(stream);
  EXPECT_EQ(read_file(scratch / "log"), "earlier\nof the run\nof the run\nlater\n");
  EXPECT_EQ(scratch.names(), names{"log"});
}

TEST(output_file, waits_for_the_reader_of_a_pipe_until_stopped) {
  const scratch_directory scratch;
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  const std::atomic<bool> stop{true};
  EXPECT_EQ(output_file::create(scratch / "pipe", &stop).error().code, error_code::interrupted);
}

TEST(output_file, says_why_it_cannot_begin) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "folder");
  fs::create_symlink("nothing", scratch / "dangling");
  const auto why = [](const std::string& path) {
    const auto file = output_file::create(path);
    return file ? error{error_code::interrupted, "it began"} : file.error();
  };
  EXPECT_EQ(why(scratch / "folder").code, error_code::usage);
  EXPECT_EQ(why((scratch / "folder").string() + "/").code, error_code::usage);
  scratch.write("file", "");
  EXPECT_EQ(why(scratch / "file/such").code, error_code::cannot_open);
  EXPECT_EQ(why(scratch / "file/no/such").code, error_code::cannot_open);
  EXPECT_EQ(why(scratch / "dangling").code, error_code::cannot_open);
  EXPECT_EQ(scratch.names(), (names{"file", "folder", "dangling"}));
}

TEST(output_file, creates_parents_that_stay_with_the_file) {
  const scratch_directory scratch;
  for (const bool settled : {false, true}) {
    auto file = output_file::create(scratch / "new/er/to");
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE(file->write("x"));
    ASSERT_TRUE(file->close());
    ASSERT_TRUE(file->publish());
    if (settled) file->settle();
    *file = output_file();
    EXPECT_EQ(scratch.names(), settled ? names{"new"} : names{});
  }
  EXPECT_EQ(read_file(scratch / "new/er/to"), "x");
}

TEST(output_file, is_written_by_one_run_at_a_time_and_what_a_killed_one_left_goes) {
  const scratch_directory scratch;
  fs::create_directory(scratch / ".to.partial");
  scratch.write(".to.partial/.urlsieve-mark", "urlsieve temporary\nprocess 1\nhost h\n");
  scratch.write(".to.partial/content", "torn");
  auto first = output_file::create(scratch / "to");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->removed(), (scratch / ".to.partial").string());
  const auto second = output_file::create(scratch / "to");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "another run is writing " + (scratch / "to").string());
  // A file of the user is not a leftover.
  scratch.write("precious", "x");
  fs::create_hard_link(scratch / "precious", scratch / ".from.partial");
  EXPECT_EQ(output_file::create(scratch / "from").error().code, error_code::output_exists);
  EXPECT_EQ(read_file(scratch / "precious"), "x");
  // A hidden file of the user is not a leftover either.
  scratch.write(".mine.partial", "x");
  EXPECT_EQ(output_file::create(scratch / "mine").error().code, error_code::output_exists);
  EXPECT_EQ(read_file(scratch / ".mine.partial"), "x");
}

}  // namespace output_file_test
}  // namespace urlsieve
