#include "src/shards/merge_tree.hpp"

#include <algorithm>
#include <utility>

namespace urlsieve {
namespace {

struct level {
  std::vector<std::size_t> groups;
  std::uint64_t bytes_again = 0;
  bool is_last = false;
};

merge_weight merged_weight(const merge_weight& sum, const merge_limits& limits) {
  return {std::min(limits.intermediate_memory_max, limits.intermediate_memory_min + sum.content), sum.bytes,
          sum.content};
}

void add(merge_weight& to, const merge_weight& more) {
  to.memory += more.memory;
  to.bytes += more.bytes;
  to.content += more.content;
}

// Forms groups from the front, as large as the limits allow, until the groups and the remaining inputs fit.
level group(const std::vector<merge_weight>& inputs, const merge_limits& limits) {
  level grouping;
  merge_weight all;
  for (const merge_weight& input : inputs) add(all, input);
  std::size_t count = inputs.size();
  const auto fits = [&](std::size_t inputs_left, std::uint64_t memory) {
    return inputs_left <= limits.most_inputs && memory <= limits.memory;
  };
  for (std::size_t at = 0; at < inputs.size();) {
    merge_weight sum = inputs[at];
    std::size_t size = 1;
    const auto left = [&] { return all.memory - sum.memory + merged_weight(sum, limits).memory; };
    while (!fits(count, all.memory) && at + size < inputs.size() && size < limits.most_inputs &&
           sum.memory + inputs[at + size].memory <= limits.memory) {
      add(sum, inputs[at + size++]);
      if (fits(count - size + 1, left())) break;
    }
    if (size > 1) {
      all.memory = left();
      count -= size - 1;
      grouping.bytes_again += sum.bytes;
    }
    grouping.groups.push_back(size);
    at += size;
  }
  grouping.is_last = fits(count, all.memory);
  return grouping;
}

// Groups from the front or from the back, whichever rewrites fewer bytes; a large input at one end may stay.
level cheaper_level(const std::vector<merge_weight>& inputs, const merge_limits& limits) {
  level front = group(inputs, limits);
  level back = group({inputs.rbegin(), inputs.rend()}, limits);
  std::reverse(back.groups.begin(), back.groups.end());
  if (front.is_last != back.is_last) return front.is_last ? front : back;
  return front.bytes_again < back.bytes_again ? front : back;
}

}  // namespace

std::size_t widest_step(const merge_tree& tree, std::size_t inputs) {
  std::size_t widest = 0;
  for (const std::vector<std::size_t>& level : tree.levels) {
    widest = std::max(widest, *std::max_element(level.begin(), level.end()));
    inputs = level.size();
  }
  return std::max(widest, inputs);
}

std::optional<merge_tree> plan_merges(std::vector<merge_weight> inputs, const merge_limits& limits) {
  merge_tree tree;
  while (true) {
    merge_weight all;
    for (const merge_weight& input : inputs) add(all, input);
    if (inputs.size() <= limits.most_inputs && all.memory <= limits.memory) return tree;
    level next = cheaper_level(inputs, limits);
    if (next.groups.size() == inputs.size()) return std::nullopt;
    std::vector<merge_weight> left;
    for (std::size_t at = 0; const std::size_t size : next.groups) {
      merge_weight sum;
      for (const std::size_t end = at + size; at < end; ++at) add(sum, inputs[at]);
      left.push_back(size == 1 ? sum : merged_weight(sum, limits));
    }
    inputs = std::move(left);
    tree.bytes_again += next.bytes_again;
    tree.levels.push_back(std::move(next.groups));
  }
}

}  // namespace urlsieve
