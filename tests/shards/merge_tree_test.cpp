// Merge plans: every input once and in order, no step above the limit, and minimal rewriting.
#include "src/shards/merge_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <vector>

namespace urlsieve {
namespace merge_tree_test {

std::vector<merge_weight> alike(std::size_t count, merge_weight weight = {100, 1000, 1000}) {
  return std::vector<merge_weight>(count, weight);
}

// Returns the inputs of the last step. Fails if a step exceeds the limit or a level does not add up.
std::vector<merge_weight> left_by(const merge_tree& tree, std::vector<merge_weight> inputs,
                                  const merge_limits& limits) {
  std::uint64_t again = 0;
  for (const std::vector<std::size_t>& level : tree.levels) {
    EXPECT_EQ(std::accumulate(level.begin(), level.end(), std::size_t{0}), inputs.size());
    std::vector<merge_weight> next;
    for (std::size_t at = 0; const std::size_t size : level) {
      merge_weight sum;
      for (std::size_t i = at; i < at + size; ++i) {
        sum.memory += inputs[i].memory;
        sum.bytes += inputs[i].bytes;
        sum.content += inputs[i].content;
      }
      at += size;
      EXPECT_GE(size, 1U);
      EXPECT_LE(size, limits.most_inputs);
      if (size > 1) {
        EXPECT_LE(sum.memory, limits.memory);
        again += sum.bytes;
        sum.memory = std::min(limits.intermediate_memory_max, limits.intermediate_memory_min + sum.content);
      }
      next.push_back(sum);
    }
    inputs = std::move(next);
  }
  EXPECT_EQ(again, tree.bytes_again);
  return inputs;
}

TEST(merge_tree, has_no_steps_if_all_inputs_fit) {
  const auto tree = plan_merges(alike(50), {50, 5000, 10, 100});
  ASSERT_TRUE(tree);
  EXPECT_TRUE(tree->levels.empty());
  EXPECT_EQ(tree->bytes_again, 0U);
}

TEST(merge_tree, rewrites_no_more_than_makes_the_rest_fit) {
  const auto tree = plan_merges(alike(51), {50, 1 << 20, 10, 100});
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->levels.size(), 1U);
  EXPECT_EQ(tree->bytes_again, 2000U);
  EXPECT_EQ(std::count(tree->levels[0].begin(), tree->levels[0].end(), 1U), 49);
}

TEST(merge_tree, never_rewrites_a_large_input_at_either_end) {
  for (const bool at_front : {true, false}) {
    std::vector<merge_weight> inputs = alike(30);
    inputs[at_front ? 0 : 29].bytes = 1 << 30;
    const auto tree = plan_merges(inputs, {10, 1 << 20, 10, 100});
    ASSERT_TRUE(tree);
    EXPECT_LT(tree->bytes_again, 1U << 20);
  }
}

TEST(merge_tree, refuses_where_two_do_not_fit) {
  EXPECT_FALSE(plan_merges(alike(3), {10, 199, 10, 100}));
  EXPECT_FALSE(plan_merges(alike(3), {1, 1000, 10, 100}));
  EXPECT_FALSE(plan_merges(alike(1), {10, 99, 10, 100}));
  EXPECT_TRUE(plan_merges(alike(1), {1, 100, 10, 100}));
  EXPECT_TRUE(plan_merges({}, {1, 0, 10, 100}));
}

TEST(merge_tree, holds_to_any_limits) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::vector<merge_weight> inputs(1 + random() % 400);
    std::uint64_t largest = 0;
    for (merge_weight& input : inputs) {
      input = {1 + random() % 1000, random() % 100000, random() % 2000};
      largest = std::max(largest, input.memory);
    }
    merge_limits limits{2 + random() % 40, 0, 1 + random() % 50, 0};
    limits.intermediate_memory_max = limits.intermediate_memory_min + random() % 1000;
    limits.memory = 2 * std::max(largest, limits.intermediate_memory_max) + random() % 4000;
    const auto tree = plan_merges(inputs, limits);
    ASSERT_TRUE(tree);
    const std::vector<merge_weight> rest = left_by(*tree, inputs, limits);
    ASSERT_LE(rest.size(), limits.most_inputs);
    std::uint64_t memory = 0;
    for (const merge_weight& input : rest) memory += input.memory;
    ASSERT_LE(memory, limits.memory);
    // A single step rewrites nothing.
    std::uint64_t all = 0;
    for (const merge_weight& input : inputs) all += input.memory;
    ASSERT_EQ(tree->levels.empty(), inputs.size() <= limits.most_inputs && all <= limits.memory);
  }
}

TEST(merge_tree, of_a_hundred_thousand_is_two_levels_of_hundreds) {
  const auto tree = plan_merges(alike(100000), {400, 1 << 30, 10, 100});
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->levels.size(), 1U);
}

}  // namespace merge_tree_test
}  // namespace urlsieve
