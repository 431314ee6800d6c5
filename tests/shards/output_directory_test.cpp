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
#include <vector>

#include "src/shards/shard_writer.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "tests/shards/scratch_directory.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace output_directory_test {

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
  EXPECT_TRUE(out->removed().empty());
  put(*out, "part", "row\n");
  EXPECT_EQ(scratch.names(), names{".out.urlsieve"});
  const auto done = out->commit("{}\n");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(scratch.names(), names{"out"});
  EXPECT_EQ(scratch.names("out"), (names{"part", "manifest.json", "_SUCCESS"}));
  EXPECT_EQ(read_file(scratch / "out/part"), "row\n");
  EXPECT_EQ(read_file(scratch / "out/manifest.json"), "{}\n");
  EXPECT_EQ(read_file(scratch / "out/_SUCCESS"), checksum_of("{}\n") + "  manifest.json\n");
}

TEST(output_directory, has_no_mark_of_success_when_not_all_was_read) {
  const scratch_directory scratch;
  auto out = output_directory::create(scratch / "out", false);
  ASSERT_TRUE(out);
  ASSERT_TRUE(out->commit("{}\n", false));
  EXPECT_EQ(scratch.names("out"), names{"manifest.json"});
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

TEST(output_directory, rejects_a_directory_with_content) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "out");
  scratch.write("out/old", "old");
  const auto out = output_directory::create(scratch / "out", false);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, error_code::output_exists);
  EXPECT_EQ(out.error().message, (scratch / "out").string() + " exists and is not empty");
  EXPECT_EQ(scratch.names(), names{"out"});
}

// Directories that --force may replace.
constexpr const char* old_manifest = R"({"format": 1, "urlsieve": "0", "shards": [{"name": "old"}]})";

void put_old_output(const scratch_directory& scratch, const std::string& directory) {
  fs::create_directories(scratch / directory);
  scratch.write(directory + "/old", "old");
  scratch.write(directory + "/manifest.json", old_manifest);
}

TEST(output_directory, under_force_stays_as_it_was_until_commit) {
  const scratch_directory scratch;
  put_old_output(scratch, "out");
  const names before{"old", "manifest.json"};
  {
    const auto dropped = output_directory::create(scratch / "out", true);
    ASSERT_TRUE(dropped) << dropped.error().message;
  }
  EXPECT_EQ(scratch.names("out"), before);
  auto out = output_directory::create(scratch / "out", true);
  ASSERT_TRUE(out);
  put(*out, "part", "row\n");
  EXPECT_EQ(scratch.names("out"), before);
  const auto done = out->commit("new");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(scratch.names("out"), (names{"part", "manifest.json", "_SUCCESS"}));
  EXPECT_EQ(scratch.names(), names{"out"});
}

TEST(output_directory, under_force_replaces_nothing_that_is_not_of_this_program) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "photos");
  scratch.write("photos/one.jpg", "x");
  const auto why = [&](const std::string& name) {
    const auto out = output_directory::create(scratch / name, true);
    return out ? std::string("it began") : out.error().message;
  };
  const auto path = [&](const std::string& name) { return (scratch / name).string(); };
  EXPECT_EQ(
      why("photos"),
      path("photos") + " has no manifest of urlsieve: options::force replaces only outputs of urlsieve");
  scratch.write("photos/manifest.json", R"({"name": "an app", "icons": []})");
  EXPECT_NE(why("photos").find("no manifest of urlsieve"), std::string::npos);
  put_old_output(scratch, "out");
  scratch.write("out/notes.txt", "mine");
  EXPECT_EQ(why("out"),
            path("out/notes.txt") + " was not written by urlsieve: options::force does not remove it");
  fs::remove(scratch / "out/notes.txt");
  fs::create_directory(scratch / "out/below");
  EXPECT_NE(why("out").find("out/below was not written"), std::string::npos);
  EXPECT_EQ(scratch.names("photos"), (names{"one.jpg", "manifest.json"}));
  EXPECT_EQ(scratch.names(), (names{"out", "photos"}));
}

TEST(output_directory, under_force_looks_again_before_it_replaces) {
  const scratch_directory scratch;
  put_old_output(scratch, "out");
  {
    auto out = output_directory::create(scratch / "out", true);
    ASSERT_TRUE(out);
    scratch.write("out/mine", "mine");
    EXPECT_EQ(out->commit("new").error().code, error_code::output_exists);
  }
  EXPECT_EQ(scratch.names("out"), (names{"old", "manifest.json", "mine"}));
}

TEST(output_directory, rejects_a_directory_that_contains_inputs) {
  const scratch_directory scratch;
  put_old_output(scratch, "out");
  fs::create_directory_symlink("out", scratch / "link");
  const auto code = [&](const std::string& needed) {
    const std::vector<std::string> all{needed};
    const auto out = output_directory::create(scratch / "out", true, all);
    return out ? error_code::interrupted : out.error().code;
  };
  for (const char* inside : {"out", "out/", "out/old", "out/not/yet", "link/old", "link", "./x/../out/old"})
    EXPECT_EQ(code((scratch / inside).string()), error_code::usage) << inside;
  for (const char* outside : {"other", "outer", "out.txt", "."})
    EXPECT_EQ(code((scratch / outside).string()), error_code::interrupted) << outside;
}

TEST(output_directory, restores_outputs_of_a_killed_exchange) {
  const scratch_directory scratch;
  put_old_output(scratch, ".out.urlsieve-old");
  {
    const auto out = output_directory::create(scratch / "out", true);
    ASSERT_TRUE(out);
    EXPECT_EQ(scratch.names("out"), (names{"old", "manifest.json"}));
  }
  EXPECT_EQ(scratch.names(), names{"out"});
  put_old_output(scratch, ".out.urlsieve-old");
  const auto out = output_directory::create(scratch / "out", true);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->removed(), std::vector<std::string>{scratch / ".out.urlsieve-old"});
}

TEST(output_directory, does_not_replace_a_new_directory) {
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
  put_old_output(scratch, "real/out");
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
  const error below_a_file = code_of(scratch / "file/such/out", false);
  EXPECT_EQ(below_a_file.code, error_code::cannot_open);
  EXPECT_EQ(below_a_file.message, "cannot create " + (scratch / "file/such").string() + ": Not a directory");
  EXPECT_EQ(code_of(scratch / "no/such/out", false).code, error_code::interrupted);
  EXPECT_EQ(code_of(scratch / "file", true).code, error_code::output_exists);
  EXPECT_EQ(code_of(scratch / "file/out", false).code, error_code::cannot_open);
  EXPECT_EQ(code_of(scratch / "dangling", false).code, error_code::cannot_open);
  EXPECT_EQ(code_of(scratch / std::string(300, 'n'), false).code, error_code::cannot_open);

  const fs::path before = fs::current_path();
  fs::current_path(scratch / "here/below");
  EXPECT_EQ(code_of(".", true).code, error_code::usage);
  EXPECT_EQ(code_of("..", true).code, error_code::usage);
  fs::current_path(before);
  EXPECT_EQ(scratch.names(), (names{"file", "dangling", "here"})) << "a new parent does not stay";
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

TEST(output_directory, killed_in_the_middle_leaves_the_old_output_and_a_leftover_that_the_next_run_removes) {
  const scratch_directory scratch;
  put_old_output(scratch, "out");
  run_and_kill([&] {
    auto out = output_directory::create(scratch / "out", true);
    put(*out, "part", "row\n");
    ::kill(getpid(), SIGKILL);
  });
  EXPECT_EQ(scratch.names("out"), (names{"old", "manifest.json"}));
  EXPECT_EQ(scratch.names(), (names{"out", ".out.urlsieve"}));

  // Another output directory may not use the hidden name.
  const auto other = output_directory::create(scratch / "out.urlsieve", false);
  ASSERT_TRUE(other);
  EXPECT_TRUE(other->removed().empty());
  auto out = output_directory::create(scratch / "out", true);
  ASSERT_TRUE(out) << out.error().message;
  EXPECT_EQ(out->removed(), std::vector<std::string>{scratch / ".out.urlsieve"});
  EXPECT_EQ(scratch.names(".out.urlsieve"), names{".urlsieve-mark"});
  ASSERT_TRUE(out->commit("new"));
  EXPECT_EQ(read_file(scratch / "out/manifest.json"), "new");
}

TEST(output_directory, is_locked_by_a_run) {
  const scratch_directory scratch;
  auto first = output_directory::create(scratch / "out", false);
  ASSERT_TRUE(first);
  put(*first, "part", "row\n");
  const auto second = output_directory::create(scratch / "out", true);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, error_code::output_exists);
  EXPECT_EQ(second.error().message, "another run is writing " + (scratch / "out").string());
  ASSERT_TRUE(first->commit("new"));
  EXPECT_EQ(scratch.names("out"), (names{"part", "manifest.json", "_SUCCESS"}));
}

TEST(output_directory, keeps_foreign_files_in_its_way) {
  const scratch_directory scratch;
  fs::create_directory(scratch / "precious");
  scratch.write("precious/file", "x");
  fs::create_directory_symlink("precious", scratch / ".out.urlsieve");
  const auto out = output_directory::create(scratch / "out", true);
  ASSERT_FALSE(out);
  EXPECT_NE(out.error().message.find(".out.urlsieve is in the way"), std::string::npos);
  EXPECT_EQ(scratch.names("precious"), names{"file"});
}

TEST(output_directory, keeps_files_of_a_user_with_its_hidden_names) {
  const scratch_directory scratch;
  fs::create_directory(scratch / ".out.urlsieve-old");
  scratch.write(".out.urlsieve-old/letter", "x");
  auto out = output_directory::create(scratch / "out", true);
  ASSERT_TRUE(out) << out.error().message;
  ASSERT_TRUE(out->commit("new"));
  EXPECT_EQ(scratch.names(".out.urlsieve-old"), names{"letter"});
}

TEST(output_directory, publishes_nothing_but_the_output) {
  const scratch_directory scratch;
  const std::string manifest = R"({"urlsieve": "0", "format": 1, "shards": [{"name": "part"}]})";
  for (const bool complete : {true, false}) {
    auto out = output_directory::create(scratch / "out", true);
    ASSERT_TRUE(out) << out.error().message;
    put(*out, "part", "row\n");
    // Leftover runs after a fault during removal.
    fs::create_directory(scratch / ".out.urlsieve/runs");
    scratch.write(".out.urlsieve/runs/0", "rows");
    ASSERT_TRUE(out->commit(manifest, complete));
    EXPECT_EQ(scratch.names("out"),
              complete ? (names{"part", "manifest.json", "_SUCCESS"}) : (names{"part", "manifest.json"}));
  }
}

// A small file system for the test, if the system permits mounts.
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
  put_old_output(scratch, "disk/out");
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
  EXPECT_EQ(scratch.names("disk/out"), (names{"old", "manifest.json"}));
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

}  // namespace output_directory_test
}  // namespace urlsieve
