#include "src/shards/output_directory.hpp"

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "src/shards/shard_writer.hpp"
#include "tests/shards/scratch_directory.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;
using testing::read_file;
using testing::scratch_directory;
using names = std::set<std::string>;

void put(const output_directory& out, const std::string& name, const std::string& bytes) {
  auto writer = shard_writer::create(out.building(), name, compression::none);
  ASSERT_TRUE(writer);
  writer->append(bytes, bytes);
  ASSERT_TRUE(writer->finish());
}

TEST(output_directory, appears_whole_at_commit_and_leaves_nothing_else) {
  const scratch_directory scratch;
  auto out = output_directory::create(scratch / "out", false);
  ASSERT_TRUE(out) << out.error().message;
  EXPECT_TRUE(out->leftovers().empty());
  put(*out, "part", "row\n");
  EXPECT_FALSE(fs::exists(scratch / "out"));
  EXPECT_EQ(scratch.names().begin()->substr(0, 14), ".out.urlsieve-");
  const auto done = out->commit("{}\n");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(scratch.names(), names{"out"});
  EXPECT_EQ(scratch.names("out"), (names{"part", "manifest.json", "_SUCCESS"}));
  EXPECT_EQ(read_file(scratch / "out/part"), "row\n");
  EXPECT_EQ(read_file(scratch / "out/manifest.json"), "{}\n");
  EXPECT_EQ(read_file(scratch / "out/_SUCCESS"), "");
}

TEST(output_directory, is_gone_when_it_is_not_committed) {
  const scratch_directory scratch;
  {
    auto out = output_directory::create(scratch / "out", false);
    ASSERT_TRUE(out);
    put(*out, "part", "row\n");
    const output_directory moved = std::move(*out);
    EXPECT_EQ(scratch.names().size(), 1U);
  }
  EXPECT_TRUE(scratch.names().empty());
  auto out = output_directory::create(scratch / "out", false);
  ASSERT_TRUE(out);
  out->abort();
  EXPECT_TRUE(scratch.names().empty());
}

TEST(output_directory, takes_an_empty_directory) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "out");
  auto out = output_directory::create((scratch / "out").string() + "//", false);
  ASSERT_TRUE(out) << out.error().message;
  ASSERT_TRUE(out->commit("new"));
  EXPECT_EQ(read_file(scratch / "out/manifest.json"), "new");
  EXPECT_EQ(scratch.names(), names{"out"});
}

TEST(output_directory, refuses_one_that_holds_something) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "out");
  scratch.write("out/old", "old");
  const auto out = output_directory::create(scratch / "out", false);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, error_code::output_exists);
  EXPECT_EQ(out.error().message, (scratch / "out").string() + " exists and is not empty");
  EXPECT_EQ(scratch.names(), names{"out"});
}

TEST(output_directory, under_force_stays_as_it_was_until_commit) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "out");
  scratch.write("out/old", "old");
  {
    const auto dropped = output_directory::create(scratch / "out", true);
    ASSERT_TRUE(dropped);
  }
  EXPECT_EQ(scratch.names("out"), names{"old"});
  auto out = output_directory::create(scratch / "out", true);
  ASSERT_TRUE(out);
  put(*out, "part", "row\n");
  EXPECT_EQ(scratch.names("out"), names{"old"});
  const auto done = out->commit("new");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(scratch.names("out"), (names{"part", "manifest.json", "_SUCCESS"}));
  EXPECT_EQ(scratch.names(), names{"out"});
}

TEST(output_directory, does_not_replace_what_came_into_being_meanwhile) {
  const scratch_directory scratch;
  {
    auto out = output_directory::create(scratch / "out", false);
    ASSERT_TRUE(out);
    fs::create_directory(scratch / "out");
    scratch.write("out/other", "other");
    const auto done = out->commit("new");
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, error_code::output_exists);
  }
  EXPECT_EQ(scratch.names(), names{"out"});
  EXPECT_EQ(scratch.names("out"), names{"other"});
}

TEST(output_directory, follows_a_symbolic_link) {
  const scratch_directory scratch;
  fs::create_directories(scratch / "real/out");
  scratch.write("real/out/old", "old");
  fs::create_directory_symlink("real/out", scratch / "link");
  auto out = output_directory::create(scratch / "link", true);
  ASSERT_TRUE(out) << out.error().message;
  ASSERT_TRUE(out->commit("new"));
  EXPECT_TRUE(fs::is_symlink(scratch / "link"));
  EXPECT_EQ(read_file(scratch / "real/out/manifest.json"), "new");
  EXPECT_EQ(scratch.names("real"), names{"out"});
}

TEST(output_directory, relative_to_the_working_directory) {
  const scratch_directory scratch;
  const fs::path before = fs::current_path();
  fs::current_path(scratch.path());
  for (const char* path : {"a", "./b", "c/", "x/../d"}) {
    auto out = output_directory::create(path, false);
    ASSERT_TRUE(out) << path << ": " << out.error().message;
    EXPECT_TRUE(out->commit("new"));
  }
  fs::current_path(before);
  EXPECT_EQ(scratch.names(), (names{"a", "b", "c", "d"}));
}

TEST(output_directory, says_why_it_cannot_begin) {
  const scratch_directory scratch;
  scratch.write("file", "");
  fs::create_symlink("nothing", scratch / "dangling");
  fs::create_directories(scratch / "here/below");
  const auto code_of = [](const std::string& path, bool force) {
    const auto out = output_directory::create(path, force);
    return out ? error{error_code::interrupted, "it began"} : out.error();
  };
  EXPECT_EQ(code_of("", false).code, error_code::usage);
  EXPECT_EQ(code_of("/", true).code, error_code::usage);
  const error missing = code_of(scratch / "no/such/out", false);
  EXPECT_EQ(missing.code, error_code::cannot_open);
  EXPECT_EQ(missing.message,
            "cannot create " + (scratch / "no/such/out").string() + ": No such file or directory");
  EXPECT_EQ(code_of(scratch / "file", true).code, error_code::output_exists);
  EXPECT_EQ(code_of(scratch / "file/out", false).code, error_code::cannot_open);
  EXPECT_EQ(code_of(scratch / "dangling", false).code, error_code::cannot_open);
  EXPECT_EQ(code_of(scratch / std::string(300, 'n'), false).code, error_code::cannot_open);

  const fs::path before = fs::current_path();
  fs::current_path(scratch / "here/below");
  EXPECT_EQ(code_of(".", true).code, error_code::usage);
  EXPECT_EQ(code_of("..", true).code, error_code::usage);
  fs::current_path(before);
  EXPECT_EQ(scratch.names(), (names{"file", "dangling", "here"}));
}

TEST(output_directory, takes_the_longest_names) {
  const scratch_directory scratch;
  auto out = output_directory::create(scratch / std::string(255, 'n'), false);
  ASSERT_TRUE(out) << out.error().message;
  EXPECT_TRUE(out->commit("new"));
  EXPECT_EQ(scratch.names(), names{std::string(255, 'n')});
}

TEST(output_directory, needs_permission) {
  if (geteuid() == 0) GTEST_SKIP() << "skipped: root may write anywhere";
  const scratch_directory scratch;
  fs::create_directory(scratch / "closed");
  fs::permissions(scratch / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  const auto out = output_directory::create(scratch / "closed/out", false);
  ASSERT_FALSE(out);
  EXPECT_NE(out.error().message.find("Permission denied"), std::string::npos) << out.error().message;
  fs::permissions(scratch / "closed", fs::perms::owner_all);
}

// Runs `work` in a child, which must end by SIGKILL.
template <class Work>
void run_and_kill(Work&& work) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST(output_directory, killed_in_the_middle_leaves_the_old_output_and_a_leftover_that_is_named) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "out");
  scratch.write("out/old", "old");
  run_and_kill([&] {
    auto out = output_directory::create(scratch / "out", true);
    put(*out, "part", "row\n");
    ::kill(getpid(), SIGKILL);
  });
  EXPECT_EQ(scratch.names("out"), names{"old"});
  EXPECT_EQ(scratch.names().size(), 2U);

  auto out = output_directory::create(scratch / "out", true);
  ASSERT_TRUE(out);
  ASSERT_EQ(out->leftovers().size(), 1U);
  EXPECT_TRUE(fs::exists(out->leftovers().front() + "/part"));
  // The directory of a run that lives is not one.
  const auto second = output_directory::create(scratch / "out", true);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->leftovers(), out->leftovers());
  // That of another output is not one either.
  const auto other = output_directory::create(scratch / "out.urlsieve-x", false);
  ASSERT_TRUE(other);
  EXPECT_TRUE(other->leftovers().empty());
  ASSERT_TRUE(out->commit("new"));
  EXPECT_EQ(read_file(scratch / "out/manifest.json"), "new");
}

// A disk of its own for the test, where that is allowed.
class small_disk {
 public:
  explicit small_disk(const fs::path& place) : place_(place) {
    fs::create_directory(place);
    mounted_ = ::mount("tmpfs", place.c_str(), "tmpfs", 0, "size=256k") == 0;
  }
  small_disk(const small_disk&) = delete;
  small_disk& operator=(const small_disk&) = delete;
  ~small_disk() {
    if (mounted_) ::umount(place_.c_str());
  }
  [[nodiscard]] bool mounted() const { return mounted_; }

 private:
  fs::path place_;
  bool mounted_ = false;
};

TEST(output_directory, on_a_full_disk_nothing_is_left_and_the_error_says_so) {
  const scratch_directory scratch;
  const small_disk disk(scratch / "disk");
  if (!disk.mounted()) GTEST_SKIP() << "skipped: no file system may be mounted here";
  fs::create_directory(scratch / "disk/out");
  scratch.write("disk/out/old", "old");
  {
    const auto out = output_directory::create(scratch / "disk/out", true);
    ASSERT_TRUE(out);
    auto writer = shard_writer::create(out->building(), "part", compression::none);
    ASSERT_TRUE(writer);
    const std::string row(100000, 'x');
    for (int i = 0; i < 40; ++i) writer->append(row, "");
    const auto done = writer->finish();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, error_code::cannot_write);
    EXPECT_EQ(done.error().message, "cannot write " + out->building() + "/part: No space left on device");
  }
  {
    auto out = output_directory::create(scratch / "disk/out", true);
    ASSERT_TRUE(out);
    const auto done = out->commit(std::string(1000000, 'm'));
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().message.find("manifest.json: No space left on device"), std::string::npos);
  }
  EXPECT_EQ(scratch.names("disk"), names{"out"});
  EXPECT_EQ(scratch.names("disk/out"), names{"old"});
}

TEST(output_directory, cannot_be_a_mount_point_and_says_so_at_once) {
  const scratch_directory scratch;
  const small_disk disk(scratch / "disk");
  if (!disk.mounted()) GTEST_SKIP() << "skipped: no file system may be mounted here";
  const auto out = output_directory::create(scratch / "disk", true);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, error_code::not_supported);
  EXPECT_EQ(scratch.names(), names{"disk"});
}

}  // namespace
}  // namespace urlsieve
