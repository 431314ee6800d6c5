// Old and new URLs come in one order, so each old shard is read once, a row ahead of what is asked.
#include "src/shards/seen_filter.hpp"

#include <algorithm>
#include <utility>

#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_fit.hpp"

namespace urlsieve {

result<seen_directories> seen_directories::open(const extract_options& options) {
  seen_directories opened;
  if (options.output.seen.empty()) return opened;
  manifest here = describe("", options, {}, {});
  // They are asked before such shards get their order.
  if (here.order == row_order::first_seen) here.order = row_order::bytes;
  for (const std::string& directory : options.output.seen) {
    result<manifest> old =
        open_manifest(directory, options.bad_input == bad_input_policy::ok ? mark_demand::may_be_missing
                                                                           : mark_demand::required);
    if (!old) return tl::unexpected(std::move(old.error()));
    if (old->only_shard) {
      return tl::unexpected(error{error_code::usage, directory + " holds shard " +
                                                         std::to_string(*old->only_shard) +
                                                         " alone: `urlsieve merge` joins such directories"});
    }
    if (result<void> fits = check_fit(here, "this run", *old, directory, {true, false}); !fits)
      return tl::unexpected(std::move(fits.error()));
    opened.names_.push_back(directory);
    opened.runs_.push_back(std::move(*old));
  }
  for (const manifest& run : opened.runs_) opened.layouts_.emplace_back(run);
  return opened;
}

std::uint64_t seen_directories::memory_for_each() const {
  std::uint64_t most = 0;
  for (const manifest& run : runs_) most = std::max(most, shard_reader::memory_for(run));
  return most;
}

result<seen_filter> seen_filter::open(const seen_directories& seen, std::uint32_t shard,
                                      std::uint64_t memory) {
  seen_filter opened;
  for (std::size_t i = 0; i < seen.runs_.size(); ++i) {
    const manifest& run = seen.runs_[i];
    opened.order_ = run.order;
    result<shard_reader> rows =
        shard_reader::open(seen.names_[i], run.shards[shard], run, seen.layouts_[i], memory);
    if (!rows) return tl::unexpected(std::move(rows.error()));
    opened.shards_.push_back({std::move(*rows)});
    opened.shards_.back().ended = !opened.shards_.back().rows.next();
  }
  return opened;
}

bool seen_filter::knows(std::string_view url) {
  std::string_view wanted = url;
  if (order_ == row_order::surt) {
    assign_sort_key(order_, url, sort_key_);
    wanted = sort_key_;
  }
  bool known = false;
  for (old_shard& old : shards_) {
    while (!old.ended && old.rows.sort_key() < wanted) old.ended = !old.rows.next();
    known = known || (!old.ended && old.rows.sort_key() == wanted);
  }
  return known;
}

result<void> seen_filter::finish() {
  for (old_shard& old : shards_) {
    if (!old.ended) old.rows.drain();
    if (result<void> sound = old.ended ? old.rows.check() : old.rows.check_file(); !sound) return sound;
  }
  return {};
}

}  // namespace urlsieve
