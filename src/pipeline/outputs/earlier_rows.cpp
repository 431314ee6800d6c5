#include "src/pipeline/outputs/earlier_rows.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/pipeline/resources.hpp"

namespace urlsieve {
namespace {

std::ptrdiff_t slots_for(const seen_directories& runs, unsigned threads, std::uint64_t memory) {
  if (runs.empty()) return 1;
  constexpr std::uint64_t other_files = 32;
  constexpr std::uint64_t files_per_shard = 2;  // the shard and its filter
  const std::uint64_t files = most_open_files();
  const std::uint64_t by_files = (files - std::min(files, other_files)) / (files_per_shard * runs.size());
  const std::uint64_t by_memory = memory / 2 / std::max<std::uint64_t>(runs.memory_for_shard(), 1);
  return static_cast<std::ptrdiff_t>(
      std::clamp<std::uint64_t>(std::min(by_files, by_memory), 1, std::max(threads, 1U)));
}

}  // namespace

comparison_slots::comparison_slots(const seen_directories& runs, unsigned threads, std::uint64_t memory)
    : free_(slots_for(runs, threads, memory)) {}

earlier_rows::~earlier_rows() {
  known_.reset();
  if (holds_slot_) slots_.free_.release();
}

result<void> earlier_rows::open(const seen_directories& runs, std::uint32_t shard, std::uint64_t most_rows,
                                std::size_t memory, shard_store::reading& reading) {
  if (runs.empty()) return {};
  slots_.free_.acquire();
  holds_slot_ = true;
  result<seen_filter> opened = seen_filter::open(runs, shard, most_rows, memory);
  if (!opened) return tl::unexpected(opened.error());
  known_.emplace(std::move(*opened));
  reading.earlier = [this](std::string_view url) { return known_->knows(url); };
  return {};
}

result<void> earlier_rows::finish() {
  return known_ ? known_->finish() : result<void>{};
}

}  // namespace urlsieve
