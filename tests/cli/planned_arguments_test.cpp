#include "src/cli/planned_arguments.hpp"

#include <gtest/gtest.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>
#include <vector>

#include "src/cli/option_flags.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::cli {
namespace planned_arguments_test {

using arguments = std::vector<std::string>;

result<void> check(const arguments& extract, const arguments& merge = {"merge"}) {
  task_plan plan;
  plan.shards = extract_options().output.shards;
  for (const task_kind kind :
       {task_kind::extract, task_kind::extract, task_kind::merge, task_kind::publish}) {
    planned_task task;
    task.id = "task-" + std::to_string(plan.tasks.size());
    task.kind = kind;
    task.argv = kind == task_kind::extract ? extract
                : kind == task_kind::merge ? merge
                                           : arguments{"publish"};
    plan.tasks.push_back(std::move(task));
  }
  return check_planned_arguments(plan, "plan.jsonl");
}

TEST(planned_arguments, arguments_as_plan_writes_them_are_accepted) {
  EXPECT_TRUE(check({"extract"}));
  EXPECT_TRUE(check({"extract", "--fields", "url", "--fields", "count", "--jsonl"}));
  EXPECT_TRUE(
      check({"extract", "--fields", "url", "--memory", "67108864"}, {"merge", "--memory", "67108864"}));
}

TEST(planned_arguments, options_that_write_elsewhere_are_refused) {
  for (const arguments& typed : std::vector<arguments>{{"extract", "--rejects", "/home/vic/file"},
                                                       {"extract", "--write-redirects", "/home/vic/file"},
                                                       {"extract", "--output", "/home/vic"},
                                                       {"extract", "-o", "/home/vic"},
                                                       {"extract", "--tmpdir", "/home/vic"},
                                                       {"extract", "--files-from", "/home/vic/list"},
                                                       {"extract", "--resume"},
                                                       {"extract", "--force"},
                                                       {"extract", "--limit", "1"},
                                                       {"extract", "--help"},
                                                       {"extract", "/home/vic/file"},
                                                       {"extract", "--fields=url"},
                                                       {"extract", "--jsonl", "--jsonl"},
                                                       {"extract", "--jsonl", "--fields", "url"},
                                                       {"extract", "--fields", "nonsense"},
                                                       {"extract", "--on-error", "ignore"},
                                                       {"extract", "--shards", "7"},
                                                       {}}) {
    const result<void> checked = check(typed);
    ASSERT_FALSE(checked) << (typed.size() > 1 ? typed[1] : "");
    EXPECT_EQ(checked.error().code, error_code::usage);
  }
  EXPECT_FALSE(check({"extract"}, {"merge", "--output", "/home/vic"}));
  EXPECT_FALSE(check({"extract"}, {"merge", "--force"}));
  EXPECT_FALSE(check({"extract"}, {"merge", "/home/vic"}));
}

// A new option of extract is planned, or is in the list of unplanned options.
TEST(planned_arguments, each_option_of_extract_is_planned_or_left_out_on_purpose) {
  extract_options options;
  CLI::App all;
  add_all_flags(all, options);
  CLI::App planned;
  extract_options planned_options;
  add_all_flags(planned, planned_options);
  remove_unplanned(planned, {});
  std::vector<std::string> unplanned;
  for (const CLI::Option* const option : all.get_options())
    if (!option->get_lnames().empty() &&
        planned.get_option_no_throw("--" + option->get_lnames().front()) == nullptr)
      unplanned.push_back(option->get_lnames().front());
  EXPECT_EQ(unplanned, (std::vector<std::string>{
                           "files-from",     "inputs-prefix",   "output",          "force",
                           "header",         "dedup-by",        "mark-new",        "no-dedup",
                           "exact",          "line-buffered",   "limit",           "max-per-host",
                           "max-per-domain", "write-redirects", "learn-redirects", "canonical-redirects",
                           "resume",         "checkpoint",      "tmpdir",          "rejects",
                           "rejects-limit"}));
}

}  // namespace planned_arguments_test
}  // namespace urlsieve::cli
