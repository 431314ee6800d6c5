#include "src/pipeline/shard_output.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "src/dedup/seen_set.hpp"
#include "src/pipeline/row_format.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "src/shards/manifest.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/shard_writer.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {

namespace {

class shard_output final : public output {
 public:
  shard_output(const extract_options& options, output_directory directory, run_monitor* monitor)
      : options_(options), directory_(std::move(directory)), monitor_(monitor), rows_(options.output) {
    shards_.reserve(options.output.shards);
    for (std::uint32_t i = 0; i < options.output.shards; ++i) {
      shards_.push_back(std::make_unique<shard>(rows_.has_columns()));
    }
  }

  result<void> prepare(batch& done) override {
    const stopwatch timer(done.dedup_seconds);
    partitions& parts = partitions_.local();
    parts.resize(shards_.size());
    for (std::vector<sighting>& part : parts) part.clear();
    std::uint64_t order = done.number << 32U;
    for (const found_url& found : done.found) {
      const std::uint64_t hash = partition_hash(found.url);
      parts[shard_of(hash, options_.output.shards)].push_back({found.url, hash, order++, found.columns});
    }
    // Batches that run at the same time begin at different shards, so that they seldom wait for each other.
    const std::size_t begin = done.number % parts.size();
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const std::size_t i = (begin + k) % parts.size();
      if (parts[i].empty()) continue;
      const std::lock_guard lock(shards_[i]->mutex);
      const std::size_t before = shards_[i]->seen.size();
      shards_[i]->seen.insert(parts[i]);
      unique_.fetch_add(shards_[i]->seen.size() - before, std::memory_order_relaxed);
    }
    return {};
  }

  result<void> deliver(batch&) override { return {}; }

  result<void> finish(stats& totals) override {
    totals.unique = unique();
    if (monitor_ != nullptr) monitor_->writing = true;
    std::vector<result<shard_summary>> written(shards_.size(), result<shard_summary>(shard_summary{}));
    tbb::parallel_for(std::size_t{0}, shards_.size(), [&](std::size_t i) { written[i] = write(i); });
    std::vector<shard_summary> summaries;
    for (result<shard_summary>& one : written) {
      if (!one) return tl::make_unexpected(one.error());
      summaries.push_back(std::move(*one));
    }
    return directory_.commit(manifest_json(version, options_, totals, summaries));
  }

  [[nodiscard]] std::uint64_t unique() const override { return unique_.load(std::memory_order_relaxed); }

 private:
  struct shard {
    explicit shard(bool keeps_columns) : seen(keeps_columns) {}
    std::mutex mutex;
    seen_set seen;  // guarded by mutex until all batches are in
  };
  using partitions = std::vector<std::vector<sighting>>;

  [[nodiscard]] bool stopped() const { return monitor_ != nullptr && monitor_->stop; }

  result<shard_summary> write(std::size_t i) {
    const error interrupted{error_code::interrupted, "interrupted while writing shards"};
    if (stopped()) return tl::make_unexpected(interrupted);
    seen_set& seen = shards_[i]->seen;
    seen.sort_by_bytes();
    result<shard_writer> writer =
        shard_writer::create(directory_.building(),
                             shard_file_name(static_cast<std::uint32_t>(i), options_.output.shards,
                                             rows_suffix(options_.output), options_.output.compression),
                             options_.output.compression);
    if (!writer) return tl::make_unexpected(writer.error());
    std::string row;
    std::size_t rows = 0;
    bool going_on = true;
    seen.for_each([&](const seen_set::entry& known) {
      if (!going_on) return;
      row.clear();
      rows_.append(known.url, known.count, known.columns, row);
      going_on = writer->append(row, known.url) && ((++rows & 0xFFFFU) != 0 || !stopped());
    });
    if (stopped()) return tl::make_unexpected(interrupted);
    seen.clear();
    return writer->finish();
  }

  const extract_options& options_;
  output_directory directory_;
  run_monitor* monitor_;
  row_format rows_;
  std::vector<std::unique_ptr<shard>> shards_;
  tbb::enumerable_thread_specific<partitions> partitions_;
  std::atomic<std::uint64_t> unique_{0};
};

}  // namespace

result<std::unique_ptr<output>> make_shard_output(const extract_options& options, run_monitor* monitor) {
  result<output_directory> directory =
      output_directory::create(options.output.directory, options.output.force);
  if (!directory) return tl::make_unexpected(directory.error());
  return std::make_unique<shard_output>(options, std::move(*directory), monitor);
}

}  // namespace urlsieve
