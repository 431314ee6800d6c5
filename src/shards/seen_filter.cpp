// Old and new URLs come in the same order, so a streamed shard is read once, and merged on the fly; look-ups
// read each segment of a filter once.
#include "src/shards/seen_filter.hpp"

#include <unistd.h>
#include <algorithm>
#include <string>
#include <utility>

#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/file_names.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/filter_writer.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/shards/shard_names.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/sort_key.hpp"
#include "src/shards/state_layers.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/s3_objects.hpp"
#include "src/transfer/s3_upload.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace {

// Writes the filter of the rows of `shard` to the new file `path`.
result<filter_summary> write_filter(shard_reader& shard, const manifest& run, const std::string& path) {
  result<filter_writer> filter = filter_writer::create(path, run.order, run.filter_bits);
  if (!filter) return tl::unexpected(std::move(filter.error()));
  while (shard.next()) filter->add(shard.key());
  return shard.check().and_then(
      [&] { return filter->finish([](durable_file& out) { return out.close(); }); });
}

// Replaces the object `name` in S3 by the file `path` of `size` bytes.
result<void> upload_filter(const std::string& path, const std::string& name, std::uint64_t size,
                           const remote_context& remote) {
  result<s3_location> place = s3_location::of(name);
  if (!place) return tl::unexpected(std::move(place.error()));
  std::string key = std::exchange(place->key, {});
  const s3_objects objects(remote.access, std::move(*place), remote.stop);
  std::vector<s3_upload> upload;
  upload.emplace_back(objects, std::move(key), path, size, s3_upload::small_files::at_completion);
  const result<void> done =
      send_all(upload, 1).and_then([&] { return upload.front().complete().map([](bool) {}); });
  if (!done) upload.front().abort();
  return done;
}

// Reads the shard `entry` of `directory`, whose manifest is `run`, writes its filter into the directory
// `scratch`, and moves the filter to its place. A filter depends only on the keys, so the new file must have
// the size and checksum of the manifest. Fails with error_code::cannot_read if the shard is damaged or the
// filter differs from the manifest, and with the errors of writing; the old file is unchanged then. Requires:
// entry.filter.bytes > 0.
result<void> rebuild_filter(const std::string& directory, const shard_summary& entry, const manifest& run,
                            const std::string& scratch, const remote_context& remote) {
  const std::string path = filter_path(directory, entry);
  const std::string rebuilt = dataset_path(scratch, filter_file_name(entry.name));
  const row_layout layout(run);
  result<shard_reader> shard =
      shard_reader::open(directory, entry, run, layout, shard_reader::default_memory, remote);
  if (!shard) return tl::unexpected(std::move(shard.error()));
  if (result<void> created = create_shard_folder(scratch, entry.name); !created) return created;
  ::unlink(rebuilt.c_str());
  const result<filter_summary> written = write_filter(*shard, run, rebuilt);
  if (!written || *written != entry.filter) {
    ::unlink(rebuilt.c_str());
    if (!written) return tl::unexpected(written.error());
    return tl::unexpected(
        error{error_code::cannot_read, path + ": the filter of the rows differs from the manifest"});
  }
  if (is_s3_name(path)) return upload_filter(rebuilt, path, written->bytes, remote);
  if (const int failure = move_name(rebuilt, path); failure != 0)
    return tl::unexpected(system_error(error_code::cannot_write, "rename", rebuilt, failure));
  return sync_directory(path.substr(0, path.rfind('/')));
}

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
  const success_marker_policy marks = success_marker_policy_of(options.on_error);
  for (const std::string& directory : expanded->directories) {
    result<manifest> old = open_run_manifest(directory, marks, opened.remote_);
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
  opened.is_approximate_ = options.output.seen_approx;
  if (opened.is_approximate_)
    if (result<void> checked = opened.check_filters(); !checked) return tl::unexpected(checked.error());
  return opened;
}

result<void> seen_directories::check_filters() const {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    for (const shard_summary& shard : runs_[i].shards)
      if (shard.lines != 0 && shard.filter.bytes == 0)
        return tl::unexpected(
            error{error_code::usage,
                  names_[i] +
                      " has no filters, which output_options::seen_approx needs: `urlsieve convert`, or the "
                      "compaction of a state, adds filters with output_options::filter_bits"});
  return {};
}

void seen_directories::note(damaged_filter damaged) const {
  const std::lock_guard lock(met_->mutex);
  met_->damaged.push_back(std::move(damaged));
}

std::vector<seen_directories::damaged_filter> seen_directories::damaged_filters() const {
  const std::lock_guard lock(met_->mutex);
  std::vector<damaged_filter> all = met_->damaged;
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

std::size_t seen_directories::block() const {
  constexpr std::size_t few = 32;
  return runs_.size() <= few ? shard_access::largest_block : shard_access::largest_block / 4;
}

std::uint64_t seen_directories::memory_for_shard() const {
  std::vector<std::uint64_t> sums;
  for (const manifest& run : runs_) {
    sums.resize(std::max(sums.size(), run.shards.size()));
    for (std::size_t i = 0; i < run.shards.size(); ++i) {
      const shard_summary& shard = run.shards[i];
      const std::uint64_t to_look_up =
          shard.filter.bytes == 0 ? 0 : shard_search::memory + filter_reader::memory;
      sums[i] +=
          std::max(shard_reader::memory_for(run, shard.bytes, shard.content_bytes, block()), to_look_up);
    }
  }
  return sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
}

result<void> seen_directories::rebuild(const damaged_filter& damaged, const std::string& scratch) const {
  const manifest& of = runs_[damaged.directory];
  return rebuild_filter(names_[damaged.directory], of.shards[damaged.shard], of, scratch, remote_);
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
  opened.open_lookups(expected);
  if (opened.lookups_.empty())
    if (result<void> done = opened.open_streams(); !done) return tl::unexpected(std::move(done.error()));
  return opened;
}

void seen_filter::open_lookups(std::uint64_t expected) {
  const std::uint64_t urls = std::max<std::uint64_t>(expected, 1);
  std::uint64_t rows = 0;
  std::uint64_t searches = 0;  // expected
  bool is_filtered = true;
  for (std::size_t i = 0; i < seen_->size(); ++i) {
    const shard_summary& entry = entry_of(i);
    if (entry.lines == 0) continue;
    rows += entry.lines;
    is_filtered = is_filtered && entry.filter.bytes != 0;
    // Known URLs need searches, too; their number is unknown.
    searches += entry.filter.bytes == 0 ? urls : 2 * (urls >> seen_->runs_[i].filter_bits);
  }
  searches_left_ = rows / rows_per_search;
  if (searches > searches_left_ && !(is_filtered && seen_->is_approximate_)) return;
  if (!is_filtered && access_.memory < shard_search::memory) return;
  for (std::size_t i = 0; i < seen_->size(); ++i) {
    const shard_summary& entry = entry_of(i);
    if (entry.lines == 0) continue;
    // A search in a remote shard waits for a dozen requests in a row.
    if (entry.filter.bytes == 0 && is_remote_name(seen_->names_[i])) return lookups_.clear();
    old_shard& opened = lookups_.emplace_back(old_shard{i});
    if (entry.filter.bytes == 0) continue;
    result<filter_reader> filter = filter_reader::open(seen_->names_[i], entry, seen_->remote_);
    if (filter)
      opened.filter.emplace(std::move(*filter));
    else
      seen_->note({i, shard_, filter.error().message});
  }
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

bool seen_filter::may_hold(old_shard& shard, std::string_view key, std::string_view sort_key) {
  if (!shard.filter) return true;
  const result<bool> holds = shard.filter->may_hold(key, sort_key);
  if (holds) return *holds;
  seen_->note({shard.directory, shard_, holds.error().message});
  shard.filter.reset();
  return true;
}

result<bool> seen_filter::can_search(old_shard& shard) {
  if (shard.search) return true;
  if (access_.memory < shard_search::memory || is_remote_name(seen_->names_[shard.directory])) return false;
  return shard_search::open(seen_->names_[shard.directory], entry_of(shard.directory),
                            seen_->runs_[shard.directory], seen_->remote_)
      .map([&](std::optional<shard_search>&& opened) {
        if (opened) shard.search.emplace(*std::move(opened));
        return shard.search.has_value();
      });
}

result<std::optional<bool>> seen_filter::look_up(old_shard& shard, std::string_view key,
                                                 std::string_view sort_key) {
  if (!may_hold(shard, key, sort_key)) return false;
  if (seen_->is_approximate_ && shard.filter) return true;
  if (searches_left_ == 0) return std::nullopt;
  --searches_left_;
  const result<bool> searchable = can_search(shard);
  if (!searchable) return tl::unexpected(searchable.error());
  if (!*searchable) return std::nullopt;
  return shard.search->find([&](const sorted_row& row) { return row.sort_key < sort_key; })
      .map([&](bool found) -> std::optional<bool> {
        return found && shard.search->keys().sort_key == sort_key;
      });
}

result<std::optional<bool>> seen_filter::look_up(std::string_view key, std::string_view sort_key) {
  for (old_shard& in : lookups_) {
    result<std::optional<bool>> known = look_up(in, key, sort_key);
    if (!known || !*known || **known) return known;
  }
  return false;
}

bool seen_filter::stream_knows(std::string_view sort_key) {
  if (!rows_) {
    lookups_.clear();  // closes the files, which open_streams() opens again
    state_ = open_streams();
  }
  if (!state_) return false;
  while (!ended_ && streams_[rows_->index()].sort_key() < sort_key) ended_ = !rows_->next();
  return !ended_ && streams_[rows_->index()].sort_key() == sort_key;
}

bool seen_filter::knows(std::string_view url) {
  if (!state_) return false;
  std::string_view sort_key = url;
  if (order_ == row_order::surt) {
    assign_sort_key(order_, url, sort_key_);
    sort_key = sort_key_;
  }
  if (rows_) return stream_knows(sort_key);
  const result<std::optional<bool>> known = look_up(url, sort_key);
  if (!known) {
    state_ = tl::unexpected(known.error());
    return false;
  }
  return *known ? **known : stream_knows(sort_key);
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
  for (const old_shard& searched : lookups_) {
    if (!searched.search || seen_->runs_[searched.directory].packing != compression::none) continue;
    result<shard_reader> file = open_stream(searched.directory);
    if (!file) return tl::unexpected(std::move(file.error()));
    file->drain();
    if (result<void> checked = file->check_file(); !checked) return checked;
  }
  return {};
}

}  // namespace urlsieve
