#include "src/datasets/merge_budget.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>

#include "src/shards/shard_reader.hpp"
#include "src/shards/shard_writer.hpp"

namespace urlsieve {
namespace {

// Block sizes; large blocks are preferred if memory allows.
constexpr std::array<std::size_t, 3> blocks{shard_access::largest_block, shard_access::largest_block / 2,
                                            shard_access::largest_block / 4};
constexpr std::uint64_t part_for_long_rows = 4;

std::uint64_t largest_intermediate_memory(const manifest& layout, std::size_t block) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max() / 2;
  return shard_reader::memory_for(layout, any, any, block, true);
}

}  // namespace

std::vector<merge_weight> weights_of(std::span<const merge_input> inputs, std::size_t block) {
  std::vector<merge_weight> weights;
  weights.reserve(inputs.size());
  for (const merge_input& input : inputs)
    weights.push_back({memory_to_read(input, block), input.shard->bytes, input.shard->content_bytes});
  return weights;
}

void merge_demand::add(std::span<const merge_input> inputs, std::uint32_t shards) {
  ++jobs_;
  most_shards_ = std::max(most_shards_, shards);
  std::uint64_t all = 0;
  for (const merge_input& input : inputs) {
    const std::uint64_t memory = memory_to_read(input, blocks.front());
    all += memory;
    if (memory > largest_memory_) {
      largest_memory_ = memory;
      largest_ = input;
    }
  }
  if (all <= most_memory_) return;
  most_memory_ = all;
  heaviest_.assign(inputs.begin(), inputs.end());
}

merge_budget merge_demand::budget_for(const merge_resources& supply, unsigned workers,
                                      std::size_t block) const {
  merge_budget budget;
  budget.workers = workers;
  budget.block = block;
  const std::uint64_t share = supply.memory / workers;
  budget.memory = share - std::min(share, most_shards_ * shard_writer::memory_for(out_));
  const std::uint64_t files = supply.files / workers;
  budget.limits.most_inputs = static_cast<std::size_t>(files - std::min<std::uint64_t>(files, most_shards_));
  budget.limits.memory = budget.memory - budget.memory / part_for_long_rows;
  budget.limits.intermediate_memory_max = largest_intermediate_memory(intermediate_layout_, block);
  budget.limits.intermediate_memory_min =
      shard_reader::memory_for(intermediate_layout_, 0, 0, block, true) + block / 2;
  return budget;
}

// Returns true if each job can merge at least two inputs per step, so that each step reduces their number.
bool merge_demand::is_sufficient(const merge_budget& budget) const {
  const std::uint64_t largest = largest_memory_ == 0 ? 0
                                                     : std::max(memory_to_read(largest_, budget.block),
                                                                budget.limits.intermediate_memory_max);
  const std::size_t least = std::min<std::size_t>(heaviest_.size(), 2);
  if (least < 2)
    return budget.limits.most_inputs >= 1 && memory_to_read(largest_, budget.block) <= budget.limits.memory;
  return budget.limits.most_inputs >= 2 && 2 * largest <= budget.limits.memory;
}

result<merge_budget> merge_demand::divide(const merge_resources& supply) const {
  if (heaviest_.empty()) return merge_budget();
  std::uint64_t bytes = 0;
  for (const merge_input& input : heaviest_) bytes += input.shard->bytes;
  std::optional<merge_budget> best;
  double best_time = 0;
  const auto most = static_cast<unsigned>(std::min<std::uint64_t>(supply.threads, jobs_));
  for (const std::size_t block : blocks) {
    const std::vector<merge_weight> weights = weights_of(heaviest_, block);
    for (unsigned workers = most; workers != 0; --workers) {
      const merge_budget budget = budget_for(supply, workers, block);
      const std::optional<merge_tree> tree =
          is_sufficient(budget) ? plan_merges(weights, budget.limits) : std::nullopt;
      if (!tree) continue;
      // Intermediate rows are written and read once more.
      const double time = static_cast<double>(bytes + 2 * tree->bytes_again + 1) / workers;
      if (best && time >= best_time) continue;
      best = budget;
      best_time = time;
    }
  }
  if (!best) return refuse(supply);
  return *best;
}

tl::unexpected<error> merge_demand::refuse(const merge_resources& supply) const {
  const merge_budget least = budget_for(supply, 1, blocks.back());
  const std::uint64_t files = most_shards_ + std::min<std::uint64_t>(heaviest_.size(), 2);
  if (supply.files < files) {
    return tl::unexpected(error{
        error_code::usage, "merging needs at least " + std::to_string(files - supply.files) +
                               " more open files than this process may have: raise the limit (ulimit -n)"});
  }
  const std::uint64_t reading = heaviest_.size() < 2 ? memory_to_read(largest_, least.block)
                                                     : 2 * std::max(memory_to_read(largest_, least.block),
                                                                    least.limits.intermediate_memory_max);
  const std::uint64_t needed =
      reading + reading / (part_for_long_rows - 1) + most_shards_ * shard_writer::memory_for(out_);
  return tl::unexpected(
      error{error_code::usage, "merging needs at least " +
                                   std::to_string(((needed - std::min(needed, supply.memory)) >> 20U) + 1) +
                                   " MiB more memory: give more merge_options::memory"});
}

}  // namespace urlsieve
