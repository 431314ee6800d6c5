#include "src/text/scan/kernel_targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "src/text/lines/line_mark.hpp"

namespace urlsieve {
namespace kernel_targets_test {

TEST(kernel_targets, are_named_and_in_order) {
  const std::vector<kernel_target> all = runnable_targets();
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  std::set<std::string> names;
  for (const kernel_target target : all) {
    EXPECT_EQ(target & (target - 1), 0) << target;
    names.insert(name_of_target(target));
  }
  EXPECT_EQ(names.size(), all.size());
  EXPECT_FALSE(names.contains("Unknown"));
}

// An unsupported instruction would terminate the program.
TEST(kernel_targets, all_run_and_the_best_comes_back) {
  for (const kernel_target target : runnable_targets()) {
    run_kernels_on(target);
    EXPECT_EQ(chosen_targets(), target);
    EXPECT_EQ(find_line_mark("a\nFrom b", 0, "From "), 2U) << name_of_target(target);
  }
  run_kernels_on(0);
  EXPECT_EQ(chosen_targets() & -chosen_targets(), runnable_targets().front());
}

}  // namespace kernel_targets_test
}  // namespace urlsieve
