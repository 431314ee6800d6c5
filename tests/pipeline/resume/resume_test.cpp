// Runs with a journal, stopped at chosen points: the next run resumes, finishes or rejects the journal.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <set>
#include <string>

#include "tests/pipeline/resume/interrupted_run.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {
namespace resume_test {

namespace fs = std::filesystem;
using testing::files;
using testing::resumable_run;
using names = std::set<std::string>;

TEST(resume, finishes_redirects_and_shards_that_failed_at_the_end) {
  resumable_run run;
  const files whole = run.whole();
  ASSERT_EQ(whole.size(), 5U);
  ASSERT_TRUE(run.fail_at_the_end());
  EXPECT_TRUE(run.output().empty()) << "nothing is published by a run that fails";
  ASSERT_TRUE(extract(run.options, -1));
  EXPECT_EQ(run.output(), whole);
  EXPECT_EQ(run.scratch().names(), (names{"in", "moved", "out"}));
}

TEST(resume, leaves_the_old_redirects_where_the_run_fails) {
  resumable_run run;
  run.scratch().write("moved", "old\n");
  ASSERT_TRUE(run.fail_at_the_end());
  EXPECT_EQ(run.output(), (files{{"moved", "old\n"}}));
}

TEST(resume, says_done_wherever_the_removal_of_the_journal_was_cut) {
  resumable_run run;
  const files whole = run.whole();
  files at_end;
  run_monitor monitor;
  monitor.after_publishing = [&] { at_end = run.journal(); };
  ASSERT_TRUE(extract(run.options, -1, &monitor));
  ASSERT_TRUE(at_end.contains("journal") && at_end.contains("redirects"));
  const auto done_again = [&](const std::string& where) {
    int reports = 0;
    run_monitor again;
    again.before_publishing = [&](const run_summary& summary) -> result<void> {
      reports += summary.counted.references == 240 ? 1 : 0;
      return {};
    };
    const result<run_summary> done = extract(run.options, -1, &again);
    ASSERT_TRUE(done) << where << ": " << done.error().message;
    EXPECT_EQ(reports, 1) << where << ": reported statistics";
    EXPECT_EQ(run.output(), whole) << where;
    EXPECT_EQ(run.scratch().names(), (names{"in", "moved", "out"})) << where;
  };
  run.put_journal(at_end);
  done_again("nothing is removed");
  run.put_journal(at_end);
  fs::remove(run.scratch() / "moved");
  done_again("the redirects were lost");
  files left = at_end;
  for (const auto& [name, bytes] : at_end)
    if (name.starts_with("runs/")) left.erase(name);
  run.put_journal(left);
  fs::remove(run.journal_folder() / "runs");
  done_again("the runs are removed");
  run.put_journal({});
  fs::remove(run.journal_folder() / "runs");
  run.scratch().write(".out.resume-done", at_end["journal"]);
  done_again("the journal is moved out");
  run.scratch().write(".out.resume-done", at_end["journal"]);
  done_again("the directory is removed");
}

TEST(resume, is_not_done_where_the_output_is_another) {
  resumable_run run;
  files at_end;
  run_monitor monitor;
  monitor.after_publishing = [&] { at_end = run.journal(); };
  ASSERT_TRUE(extract(run.options, -1, &monitor));
  const files whole = run.output();
  run.remove_output();
  run.scratch().write(".out.resume-done", at_end["journal"]);
  ASSERT_TRUE(extract(run.options, -1));
  EXPECT_EQ(run.output(), whole);
  EXPECT_EQ(run.scratch().names(), (names{"in", "moved", "out"}));
}

TEST(resume, refuses_other_redirect_options) {
  for (const bool before : {false, true}) {
    resumable_run run;
    const std::string write_to = run.options.redirects.write_to;
    run.options.redirects.write_to = before ? write_to : "";
    ASSERT_TRUE(run.fail_at_the_end());
    run.options.redirects.write_to = before ? "" : write_to;
    const result<run_summary> refused = extract(run.options, -1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, error_code::usage);
    EXPECT_TRUE(run.output().empty());
  }
}

TEST(resume, uses_no_directory_that_another_could_have_made) {
  for (const bool is_link : {false, true}) {
    resumable_run run;
    fs::create_directory(run.scratch() / "precious");
    run.scratch().write("precious/file", "x");
    if (is_link) {
      fs::create_directory_symlink("precious", run.journal_folder());
    } else {
      fs::create_directory(run.journal_folder());
      fs::permissions(run.journal_folder(), fs::perms::owner_all | fs::perms::group_read);
    }
    const result<run_summary> refused = extract(run.options, -1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, error_code::cannot_open);
    EXPECT_EQ(run.scratch().names("precious"), names{"file"});
    EXPECT_TRUE(run.output().empty());
  }
}

}  // namespace resume_test
}  // namespace urlsieve
