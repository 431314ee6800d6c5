// Old and new URLs come in the same order, so each old shard is read once, and merged on the fly.
#include "src/shards/seen_filter.hpp"

#include <algorithm>
#include <utility>

#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/sort_key.hpp"
#include "src/shards/state_layers.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t least_for_rows = std::uint64_t{2} << 20U;

}  // namespace

result<seen_directories> seen_directories::open(const extract_options& options,
                                                const std::atomic<bool>* stop) {
  seen_directories opened;
  if (options.output.seen.empty()) return opened;
  opened.remote_ = {std::make_shared<remote_access>(options.remote), stop};
  manifest here = describe("", options, {}, {});
  // The filter runs before first-seen shards get their order.
  if (here.order == row_order::first_seen) here.order = row_order::bytes;
  result<expanded_directories> expanded = expand_states(options.output.seen, opened.remote_);
  if (!expanded) return tl::unexpected(std::move(expanded.error()));
  opened.leases_ = std::move(expanded->leases);
  for (const std::string& directory : expanded->directories) {
    result<manifest> old =
        open_manifest(directory,
                      options.on_error == error_policy::ignore ? success_marker_policy::may_be_missing
                                                               : success_marker_policy::required,
                      opened.remote_);
    if (!old) return tl::unexpected(std::move(old.error()));
    if (old->only_shard) {
      return tl::unexpected(error{error_code::usage, directory + " holds shard " +
                                                         std::to_string(*old->only_shard) +
                                                         " alone: `urlsieve merge` joins such directories"});
    }
    if (result<void> fits = check_compatibility(here, "this run", *old, directory, {true, false}); !fits)
      return tl::unexpected(std::move(fits.error()));
    opened.names_.push_back(directory);
    opened.runs_.push_back(std::move(*old));
  }
  for (const manifest& run : opened.runs_) opened.layouts_.emplace_back(run);
  return opened;
}

std::size_t seen_directories::block() const {
  constexpr std::size_t few = 32;
  return runs_.size() <= few ? shard_access::largest_block : shard_access::largest_block / 4;
}

std::uint64_t seen_directories::memory_for_shard() const {
  std::vector<std::uint64_t> sums;
  for (const manifest& run : runs_) {
    sums.resize(std::max(sums.size(), run.shards.size()));
    for (std::size_t i = 0; i < run.shards.size(); ++i)
      sums[i] += shard_reader::memory_for(run, run.shards[i].bytes, run.shards[i].content_bytes, block());
  }
  return sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
}

result<seen_filter> seen_filter::open(const seen_directories& seen, std::uint32_t shard,
                                      std::uint64_t memory) {
  seen_filter opened;
  shard_access access;
  access.block = seen.block();
  access.remote = seen.remote_;
  access.memory = std::max<std::uint64_t>(memory / std::max<std::size_t>(seen.size(), 1), least_for_rows);
  opened.shards_.reserve(seen.runs_.size());
  for (std::size_t i = 0; i < seen.runs_.size(); ++i) {
    const manifest& run = seen.runs_[i];
    opened.order_ = run.order;
    result<shard_reader> rows =
        shard_reader::open(seen.names_[i], run.shards[shard], run, seen.layouts_[i], access);
    if (!rows) return tl::unexpected(std::move(rows.error()));
    opened.shards_.push_back(std::move(*rows));
  }
  opened.rows_ = merge_by_key(opened.shards_);
  opened.ended_ = !opened.rows_->next();
  return opened;
}

bool seen_filter::knows(std::string_view url) {
  std::string_view wanted = url;
  if (order_ == row_order::surt) {
    assign_sort_key(order_, url, sort_key_);
    wanted = sort_key_;
  }
  while (!ended_ && shards_[rows_->index()].sort_key() < wanted) ended_ = !rows_->next();
  return !ended_ && shards_[rows_->index()].sort_key() == wanted;
}

result<void> seen_filter::finish() {
  for (shard_reader& old : shards_) {
    const bool whole = old.finished();
    if (!whole) old.drain();
    if (result<void> checked = whole ? old.check() : old.check_file(); !checked) return checked;
  }
  return {};
}

}  // namespace urlsieve
