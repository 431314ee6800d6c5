// Reads the rows of both directories in one sorted order. Rows of the first directory come before rows of the
// second with the same key, so at most one row is pending.
#include "src/datasets/shard_comparison.hpp"

#include <utility>

#include "src/shards/partition.hpp"
#include "src/shards/row_merge.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t compared_rows_per_check = 1U << 14U;

}  // namespace

shard_comparison::shard_comparison(const compared_directories& both, std::uint64_t memory_of_reader,
                                   run_monitor* monitor)
    : both_(both), memory_of_reader_(memory_of_reader), monitor_(monitor) {
  for (const row_layout& layout : both.layouts) numbers_.emplace_back(layout);
}

result<std::optional<std::uint64_t>> shard_comparison::run(const comparison_job& job,
                                                           const consumer_ref<row_difference>& take) {
  same_ = 0;
  if (result<void> opened = open(job); !opened) return tl::unexpected(std::move(opened.error()));
  const result<bool> more = read_rows(job, take);
  if (!more) return tl::unexpected(more.error());
  if (!*more) return std::optional<std::uint64_t>();
  report_progress();
  for (const shard_reader& reader : readers_)
    if (result<void> checked = reader.check(); !checked) return tl::unexpected(std::move(checked.error()));
  return same_;
}

result<void> shard_comparison::open(const comparison_job& job) {
  readers_.clear();
  stored_ = lines_ = 0;
  for (const side_shard& input : job.shards) {
    result<shard_reader> reader =
        shard_reader::open(both_.paths[input.side], *input.shard, both_.runs[input.side],
                           both_.layouts[input.side], memory_of_reader_, both_.remote);
    if (!reader) return tl::unexpected(std::move(reader.error()));
    readers_.push_back(std::move(*reader));
  }
  return {};
}

result<bool> shard_comparison::read_rows(const comparison_job& job,
                                         const consumer_ref<row_difference>& take) {
  row_merge rows = merge_by_key(readers_);
  pending_.reset();
  const partition routes(both_.runs[0].shard_by, both_.runs[0].shard_count);
  for (std::uint64_t seen = 0; rows.next(); ++seen) {
    if ((seen & (compared_rows_per_check - 1)) == 0 && !report_progress())
      return tl::unexpected(error{error_code::interrupted, "interrupted while comparing"});
    const std::size_t index = rows.index();
    shard_reader& reader = readers_[index];
    const bool is_second = job.shards[index].side == 1;
    if (is_second && job.only && routes.shard(reader.key()) != *job.only) continue;
    if (is_second && pending_ && rows.same_key()) {
      const result<bool> more = compare_pair(*std::exchange(pending_, std::nullopt), index, take);
      if (!more || !*more) return more;
      continue;
    }
    if (!deliver_pending(take)) return false;
    if (!is_second)
      pending_ = index;
    else if (!take({difference::added, reader.key(), reader.row(), 0, 0}))
      return false;
  }
  return deliver_pending(take);
}

bool shard_comparison::deliver_pending(const consumer_ref<row_difference>& take) {
  if (!pending_) return true;
  // The reader has advanced once.
  shard_reader& reader = readers_[*std::exchange(pending_, std::nullopt)];
  return take({difference::removed, reader.previous_key(), reader.previous_row(), 0, 0});
}

result<bool> shard_comparison::compare_pair(std::size_t first, std::size_t second,
                                            const consumer_ref<row_difference>& take) {
  if (both_.count_places[0] && both_.count_places[1]) {
    const std::optional<std::uint64_t> before = count_in(0, numbers_[0].read_previous(readers_[first]));
    const std::optional<std::uint64_t> after = count_in(1, numbers_[1].read(readers_[second]));
    if (!before || !after)
      return tl::unexpected(error{error_code::cannot_read,
                                  both_.paths[before ? 1 : 0] + " has a row that contradicts its manifest"});
    if (*before != *after) return take({difference::changed, readers_[second].key(), {}, *before, *after});
  }
  ++same_;
  return true;
}

std::optional<std::uint64_t> shard_comparison::count_in(std::size_t side, bool is_read) const {
  return is_read ? numbers_[side].at(*both_.count_places[side]) : std::nullopt;
}

bool shard_comparison::report_progress() {
  if (monitor_ == nullptr) return true;
  std::uint64_t stored = 0;
  std::uint64_t lines = 0;
  for (const shard_reader& reader : readers_) {
    stored += reader.stored_bytes();
    lines += reader.lines();
  }
  monitor_->stored_bytes_done += stored - std::exchange(stored_, stored);
  monitor_->unique += lines - std::exchange(lines_, lines);
  return !monitor_->stop;
}

}  // namespace urlsieve
