// Old and new URLs come in the same order, so a streamed shard is read once, and merged on the fly.
#include "src/shards/seen_filter.hpp"

#include <algorithm>
#include <utility>

#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/sort_key.hpp"
#include "src/shards/state_layers.hpp"
#include "src/transfer/remote_name.hpp"
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

seen_filter::seen_filter(const seen_directories& seen, std::uint32_t shard, std::uint64_t memory)
    : seen_(&seen), shard_(shard), order_(seen.runs_.empty() ? row_order::bytes : seen.runs_.front().order) {
  access_.block = seen.block();
  access_.remote = seen.remote_;
  access_.memory = std::max<std::uint64_t>(memory / std::max<std::size_t>(seen.size(), 1), least_for_rows);
}

result<seen_filter> seen_filter::open(const seen_directories& seen, std::uint32_t shard,
                                      std::uint64_t expected, std::uint64_t memory) {
  seen_filter opened(seen, shard, memory);
  return opened.open_searches(expected)
      .and_then([&] { return opened.searches_.empty() ? opened.open_streams() : result<void>{}; })
      .map([&] { return std::move(opened); });
}

result<void> seen_filter::open_searches(std::uint64_t expected) {
  std::uint64_t rows = 0;
  for (const manifest& run : seen_->runs_) rows += run.shards[shard_].lines;
  const std::uint64_t worthwhile = rows / rows_per_search;
  const std::uint64_t searches_expected = std::max<std::uint64_t>(expected, 1) * seen_->size();
  if (searches_expected > worthwhile || access_.memory < shard_search::memory) return {};
  std::vector<shard_search> searches;
  for (std::size_t i = 0; i < seen_->size(); ++i) {
    const manifest& run = seen_->runs_[i];
    if (run.shards[shard_].lines == 0) continue;
    if (is_remote_name(seen_->names_[i])) return {};  // a search waits for a dozen requests in a row
    result<std::optional<shard_search>> search =
        shard_search::open(seen_->names_[i], run.shards[shard_], run, seen_->remote_);
    if (!search) return tl::unexpected(std::move(search.error()));
    if (!*search) return {};
    searches.push_back(*std::move(*search));
  }
  searches_ = std::move(searches);
  searches_left_ = worthwhile;
  return {};
}

result<shard_reader> seen_filter::open_stream(std::size_t directory) const {
  const manifest& run = seen_->runs_[directory];
  return shard_reader::open(seen_->names_[directory], run.shards[shard_], run, seen_->layouts_[directory],
                            access_);
}

result<void> seen_filter::open_streams() {
  streams_.reserve(seen_->size());
  for (std::size_t i = 0; i < seen_->size(); ++i) {
    result<shard_reader> rows = open_stream(i);
    if (!rows) return tl::unexpected(std::move(rows.error()));
    streams_.push_back(std::move(*rows));
  }
  rows_ = merge_by_key(streams_);
  ended_ = !rows_->next();
  return {};
}

result<bool> seen_filter::find(std::string_view sort_key) {
  for (shard_search& search : searches_) {
    const result<bool> found = search.find([&](const sorted_row& row) { return row.sort_key < sort_key; });
    if (!found || (*found && search.keys().sort_key == sort_key)) return found;
  }
  return false;
}

bool seen_filter::knows(std::string_view url) {
  if (!state_) return false;
  std::string_view wanted = url;
  if (order_ == row_order::surt) {
    assign_sort_key(order_, url, sort_key_);
    wanted = sort_key_;
  }
  if (searches_left_ >= searches_.size() && !searches_.empty()) {
    searches_left_ -= searches_.size();
    const result<bool> found = find(wanted);
    if (!found) state_ = tl::unexpected(found.error());
    return found && *found;
  }
  if (!rows_) {
    searches_.clear();  // closes the files, which open_streams() opens again
    state_ = open_streams();
  }
  if (!state_) return false;
  while (!ended_ && streams_[rows_->index()].sort_key() < wanted) ended_ = !rows_->next();
  return !ended_ && streams_[rows_->index()].sort_key() == wanted;
}

result<void> seen_filter::finish() {
  if (!state_) return state_;
  if (!rows_) return check_uncompressed();
  for (shard_reader& old : streams_) {
    const bool whole = old.finished();
    if (!whole) old.drain();
    if (result<void> checked = whole ? old.check() : old.check_file(); !checked) return checked;
  }
  return {};
}

result<void> seen_filter::check_uncompressed() const {
  for (std::size_t i = 0; i < seen_->size(); ++i) {
    if (seen_->runs_[i].packing != compression::none) continue;
    result<shard_reader> file = open_stream(i);
    if (!file) return tl::unexpected(std::move(file.error()));
    file->drain();
    if (result<void> checked = file->check_file(); !checked) return checked;
  }
  return {};
}

}  // namespace urlsieve
