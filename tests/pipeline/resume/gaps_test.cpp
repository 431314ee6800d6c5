// Runs with a journal that lack inputs: the next run reads only these inputs, and the output equals that of a
// run without gaps. Inputs that were read are replaced by other bytes of the same size and time, so that a
// second read would change the output.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tests/pipeline/resume/interrupted_run.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {
namespace gaps_test {

namespace fs = std::filesystem;
using testing::files;
using testing::files_below;
using testing::redirect_record;
using testing::scratch_directory;
using numbers = std::set<int>;
using names = std::set<std::string>;

std::string record_of_type(const std::string& type) {
  return "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://w.example/\r\nContent-Type: " + type +
         "\r\nContent-Length: 4\r\n\r\nbody\r\n\r\n";
}

class lacking_run {
 public:
  static constexpr int inputs = 7;

  lacking_run() {
    fs::create_directory(scratch_ / "in");
    for (int i = 0; i < inputs; ++i) write(i, content(i));
    fs::create_directory(scratch_ / "in/3");
    for (const char* part : {"a", "b"}) scratch_.write(std::string("in/3/") + part, lists(30));
    list({0, 1, 2, 3, 4, 5, 6});
    options.input.files_from = scratch_ / "list";
    options.output.directory = scratch_ / "out";
    options.output.shards = 3;
    options.output.resume = true;
    options.output.memory = std::uint64_t{256} << 20U;
    options.batch_bytes = 2048;
  }

  void list(const std::vector<int>& inputs) const {
    std::string lines;
    for (const int i : inputs) lines += path(i).string() + "\n";
    scratch_.write("list", lines);
  }

  // Returns the output of an undisturbed run, and removes it.
  files whole() {
    extract_options alone = options;
    alone.output.resume = false;
    EXPECT_TRUE(extract(alone, -1));
    files whole_output = output();
    remove_output();
    return whole_output;
  }

  // Runs and returns the exit code and whether inputs are missing.
  outcome run(run_monitor* monitor = nullptr) const {
    const result<run_summary> done = extract(options, -1, monitor);
    EXPECT_TRUE(done) << done.error().message;
    return done ? done->ended : outcome::nothing_read;
  }

  bool fail_at_the_end() const {
    run_monitor monitor;
    monitor.before_publishing = [](const run_summary&) -> result<void> {
      return tl::unexpected(error{error_code::cannot_write, "stopped at the end"});
    };
    return !extract(options, -1, &monitor);
  }

  void hide(int i) const { fs::rename(path(i), path(i).string() + ".away"); }
  void bring(int i) const { fs::rename(path(i).string() + ".away", path(i)); }

  // Replaces the bytes of an input; size and time stay.
  void poison(int i) const {
    if (!fs::is_directory(path(i))) return poison(path(i));
    for (const auto& entry : fs::directory_iterator(path(i))) poison(entry.path());
  }

  [[nodiscard]] files output() const {
    files found = files_below(scratch_ / "out");
    if (fs::exists(scratch_ / "moved")) found["moved"] = files_below(scratch_.path()).at("moved");
    return found;
  }
  void remove_output() const {
    fs::remove_all(scratch_ / "out");
    fs::remove(scratch_ / "moved");
  }
  [[nodiscard]] bool has_journal() const { return fs::exists(scratch_ / ".out.resume/journal"); }
  [[nodiscard]] names hidden() const {
    names found;
    for (const std::string& name : scratch_.names())
      if (name.starts_with('.')) found.insert(name);
    return found;
  }

  void write(int i, const std::string& bytes) const {
    if (i != 3) scratch_.write(path(i).lexically_relative(scratch_.path()).string(), bytes);
  }
  [[nodiscard]] fs::path path(int i) const { return scratch_ / ("in/" + std::to_string(i)); }
  [[nodiscard]] const scratch_directory& scratch() const { return scratch_; }

  extract_options options;

 private:
  // Returns URLs that several inputs share, rejected references, and flagged URLs.
  static std::string lists(int i) {
    std::string text;
    for (int k = 0; k < 150; ++k) {
      text += "http://host.example/" + std::to_string((i * 37 + k * 11) % 400) + "\n";
      if (k % 50 == i)
        text += "http://bad" + std::to_string(i) + ".example:port/\nhttp://h.example:8" + std::to_string(i) +
                "/\n";
    }
    return text;
  }
  static std::string content(int i) {
    if (i == 2 || i == 5) {
      std::string text;
      for (int k = 0; k < 40; ++k) text += redirect_record((i * 37 + k * 11) % 150);
      return text + record_of_type("image/x" + std::to_string(i));
    }
    if (i == 4) return std::string("\x89PNG\r\n\x1a\n\0\0", 10);  // unknown format: never read
    return lists(i);
  }
  static void poison(const fs::path& path) {
    struct stat about{};
    ASSERT_EQ(::stat(path.c_str(), &about), 0);
    const std::string bytes(static_cast<std::size_t>(about.st_size), '\n');
    std::ofstream(path, std::ios::binary) << bytes;
    const timespec times[] = {about.st_atim, about.st_mtim};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }

  scratch_directory scratch_;
};

struct shape {
  const char* name;
  std::function<void(lacking_run&)> set;
};

std::vector<shape> shapes() {
  return {{"columns",
           [](lacking_run& run) {
             run.options.output.fields = {field::url, field::count, field::source, field::offset,
                                          field::sources};
             run.options.output.max_sources = 2;
           }},
          {"order",
           [](lacking_run& run) {
             run.options.output.order = row_order::first_seen;
             run.options.output.fields = {field::url, field::count};
           }},
          {"redirects",
           [](lacking_run& run) {
             run.options.url.ladder = rung::protocol;
             run.options.redirects.learn = true;
             run.options.redirects.write_to = run.scratch() / "moved";
             run.options.output.fields = {field::url, field::count};
           }},
          {"similar",
           [](lacking_run& run) {
             run.options.output.dedup_by = dedup_choice::numbers;
             run.options.output.fields = {field::url, field::count, field::source};
           }},
          {"checkpoints", [](lacking_run& run) { run.options.output.checkpoint_bytes = 3000; }}};
}

std::string text_of(const numbers& lost) {
  std::string text;
  for (const int i : lost) text += ' ' + std::to_string(i);
  return text;
}

void poison_all_but(const lacking_run& run, const numbers& lost) {
  for (int i = 0; i < lacking_run::inputs; ++i)
    if (!lost.contains(i)) run.poison(i);
}

// Input 4 has an unknown format, so the complete run reports damage, too.
TEST(gaps, only_missing_inputs_are_read) {
  const std::vector<numbers> losses{{0}, {3}, {6}, {0, 6}, {1, 2, 3}, {1, 3, 5}, {0, 1, 2, 3, 5}};
  unsigned threads = 1;
  for (const shape& form : shapes()) {
    for (const numbers& lost : losses) {
      threads = threads == 1 ? 4 : 1;
      SCOPED_TRACE(form.name + text_of(lost) + ", threads " + std::to_string(threads));
      lacking_run run;
      form.set(run);
      run.options.threads = threads;
      const files whole = run.whole();
      for (const int i : lost) run.hide(i);
      ASSERT_EQ(run.run(), outcome::faulty);
      EXPECT_NE(run.output(), whole);
      EXPECT_TRUE(run.has_journal());
      for (const int i : lost) run.bring(i);
      poison_all_but(run, lost);
      ASSERT_EQ(run.run(), outcome::faulty);
      EXPECT_EQ(run.output(), whole);
      EXPECT_EQ(run.hidden(), names{});
    }
  }
}

TEST(gaps, are_read_in_several_rounds) {
  for (const shape& form : shapes()) {
    for (const bool is_cut : {false, true}) {
      SCOPED_TRACE(form.name + std::string(is_cut ? ", cut" : ""));
      lacking_run run;
      form.set(run);
      run.options.threads = 2;
      const files whole = run.whole();
      const numbers lost{1, 2, 3, 5, 6};
      for (const int i : lost) run.hide(i);
      if (is_cut) ASSERT_TRUE(run.fail_at_the_end());
      ASSERT_EQ(run.run(), outcome::faulty);
      poison_all_but(run, lost);
      for (const numbers& back : std::vector<numbers>{{}, {2}, {}, {6}, {}, {}, {}, {1, 3}, {5}}) {
        for (const int i : back) run.bring(i);
        if (is_cut) ASSERT_TRUE(run.fail_at_the_end());
        const files before = run.output();
        ASSERT_EQ(run.run(), outcome::faulty) << text_of(back);
        EXPECT_EQ(run.output() == before, back.empty());
        for (const int i : back) run.poison(i);
      }
      EXPECT_EQ(run.output(), whole);
      EXPECT_EQ(run.hidden(), names{});
    }
  }
}

// An incomplete output equals that of a run without a journal.
TEST(gaps, equal_a_run_without_a_journal) {
  for (const shape& form : shapes()) {
    SCOPED_TRACE(form.name);
    lacking_run run;
    form.set(run);
    for (const int i : {1, 3, 6}) run.hide(i);
    const files other = run.whole();
    ASSERT_EQ(run.run(), outcome::faulty);
    EXPECT_EQ(run.output(), other);
    ASSERT_EQ(run.run(), outcome::faulty);
    EXPECT_EQ(run.output(), other);
  }
}

TEST(gaps, are_completed) {
  lacking_run run;
  run.list({0, 1, 2, 3, 5, 6});
  const files whole = run.whole();
  ASSERT_TRUE(whole.contains("_SUCCESS"));
  run.hide(5);
  ASSERT_EQ(run.run(), outcome::faulty);
  EXPECT_FALSE(run.output().contains("_SUCCESS"));
  run.bring(5);
  ASSERT_EQ(run.run(), outcome::complete);
  EXPECT_EQ(run.output(), whole);
  EXPECT_EQ(run.hidden(), names{});
}

// The run reads all inputs if other inputs changed, or at the user's request.
TEST(gaps, all_inputs_are_read_after_a_change) {
  for (const bool by_force : {false, true}) {
    lacking_run run;
    run.hide(5);
    ASSERT_EQ(run.run(), outcome::faulty);
    run.bring(5);
    run.write(1, "http://changed.example/\n");
    extract_options plain = run.options;
    plain.output.directory = run.scratch() / "plain";
    plain.output.resume = false;
    ASSERT_TRUE(extract(plain, -1));
    run.options.output.force = by_force;
    ASSERT_EQ(run.run(), outcome::faulty);
    EXPECT_EQ(run.output(), files_below(run.scratch() / "plain"));
    EXPECT_EQ(run.hidden(), names{});
  }
}

TEST(gaps, apply_only_to_the_same_inputs) {
  lacking_run run;
  run.hide(6);
  ASSERT_EQ(run.run(), outcome::faulty);
  const files before = run.output();
  extract_options other = run.options;
  other.input.files_from.clear();
  for (int i = 0; i < 6; ++i) other.input.paths.push_back(run.path(i));
  const result<run_summary> refused = extract(other, -1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, error_code::output_exists);
  EXPECT_EQ(run.output(), before);
  EXPECT_TRUE(run.has_journal());
}

// The journal of a finished run does not block runs with other options.
TEST(gaps, leave_the_way_to_other_options) {
  for (const bool is_removed : {false, true}) {
    lacking_run run;
    run.hide(6);
    ASSERT_EQ(run.run(), outcome::faulty);
    const files before = run.output();
    extract_options other = run.options;
    other.output.shards = 5;
    if (!is_removed) {
      const result<run_summary> refused = extract(other, -1);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().code, error_code::output_exists);
      EXPECT_TRUE(run.has_journal());
      EXPECT_EQ(run.output(), before);
    }
    if (is_removed) run.remove_output();
    other.output.force = !is_removed;
    run.bring(6);
    ASSERT_TRUE(extract(other, -1));
    EXPECT_EQ(run.hidden(), names{});
    EXPECT_GT(run.output().size(), before.size());
  }
}

// The journal does not block another output.
TEST(gaps, are_forgotten_with_the_output) {
  lacking_run run;
  run.hide(6);
  ASSERT_EQ(run.run(), outcome::faulty);
  run.remove_output();
  run.bring(6);
  run.write(1, "http://changed.example/\n");
  const files whole = run.whole();
  ASSERT_EQ(run.run(), outcome::faulty);
  EXPECT_EQ(run.output(), whole);
  EXPECT_EQ(run.hidden(), names{});
}

// Rows of a truncated input are already in the output.
TEST(gaps, are_not_kept_beside_an_input_that_broke_off) {
  lacking_run run;
  fs::create_symlink("/proc/self/mem", run.scratch() / "in/broken");
  run.scratch().write("list", run.path(0).string() + "\n" + (run.scratch() / "in/broken").string() + "\n" +
                                  run.path(1).string() + "\n");
  run.hide(1);
  ASSERT_EQ(run.run(), outcome::faulty);
  EXPECT_FALSE(run.has_journal());
  run.bring(1);
  fs::remove(run.scratch() / "in/broken");
  run.scratch().write("in/broken", "http://whole.example/\n");
  ASSERT_EQ(run.run(), outcome::complete);
}

// Beyond 256 names, counters are merged in input order.
TEST(gaps, all_inputs_are_read_if_counts_would_differ) {
  for (const int many : {100, 300}) {
    lacking_run run;
    for (const int i : {0, 6}) {
      std::string text;
      for (int k = 0; k < many; ++k) text += record_of_type("image/x" + std::to_string(k + i * 100));
      run.write(i, text);
    }
    const files whole = run.whole();
    run.hide(6);
    run.hide(1);
    ASSERT_EQ(run.run(), outcome::faulty);
    EXPECT_EQ(run.has_journal(), many < 256);
    run.bring(1);
    run.bring(6);
    ASSERT_EQ(run.run(), outcome::faulty);
    EXPECT_EQ(run.output(), whole);
    EXPECT_EQ(run.hidden(), names{});
  }
}

}  // namespace gaps_test
}  // namespace urlsieve
