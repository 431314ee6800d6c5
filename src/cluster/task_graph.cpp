#include "src/cluster/task_graph.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

std::string numbered(const std::string& word, std::size_t number) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "-%05zu", number);
  return word + digits.data();
}

}  // namespace

task_graph::task_graph(std::size_t extracts, std::vector<std::size_t> merges, std::uint32_t shards)
    : levels_(std::move(merges)) {
  levels_.insert(levels_.begin(), extracts);
  shards_ = levels_.back() > 1 ? shards : 0;
}

task_graph task_graph::of_fan_in(std::size_t extracts, std::size_t fan_in, std::uint32_t shards) {
  std::vector<std::size_t> merges;
  for (std::size_t last = extracts; last > fan_in; last = merges.back())
    merges.push_back((last + fan_in - 1) / fan_in);
  return {extracts, std::move(merges), shards};
}

std::size_t task_graph::size() const {
  std::size_t tasks = std::size_t{shards_} + 1;
  for (const std::size_t level : levels_) tasks += level;
  return tasks;
}

graph_node task_graph::at(std::size_t index) const {
  graph_node node;
  std::size_t before = 0;  // tasks in the levels before the last examined level
  std::size_t begin = 0;   // of the current level
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const std::size_t count = levels_[level];
    if (index < begin + count) {
      const std::size_t group = index - begin;
      if (level == 0) {
        node.id = numbered("extract", group);
        return node;
      }
      // Merges neighbours, to keep the order of the inputs.
      node.kind = task_kind::merge;
      node.id = numbered("merge-" + std::to_string(level), group);
      node.first_need = before + group * levels_[level - 1] / count;
      node.end_of_needs = before + (group + 1) * levels_[level - 1] / count;
      return node;
    }
    before = begin;
    begin += count;
  }
  node.first_need = before;
  node.end_of_needs = begin;
  if (index < begin + shards_) {
    node.kind = task_kind::merge;
    node.shard = static_cast<std::uint32_t>(index - begin);
    node.id = numbered("shard", *node.shard);
    return node;
  }
  if (shards_ != 0) {
    node.first_need = begin;
    node.end_of_needs = begin + shards_;
  }
  node.kind = task_kind::publish;
  node.id = "publish";
  return node;
}

bool is_extract_id(const std::string& id) {
  constexpr std::string_view front = "extract-";
  if (!id.starts_with(front) || id.size() < front.size() + 5 || id.size() > front.size() + 6) return false;
  if (!ascii::all_digits(std::string_view(id).substr(front.size()))) return false;
  const std::size_t number = std::strtoul(id.c_str() + front.size(), nullptr, 10);
  return number < most_splits && numbered("extract", number) == id;
}

}  // namespace urlsieve
