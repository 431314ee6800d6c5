#include "src/pipeline/outputs/shard_output.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/dedup/front_cache.hpp"
#include "src/dedup/redirect_table.hpp"
#include "src/dedup/shard_store.hpp"
#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/memory_budget.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/pipeline/outputs/earlier_rows.hpp"
#include "src/pipeline/outputs/host_limit.hpp"
#include "src/pipeline/outputs/host_ranking.hpp"
#include "src/pipeline/outputs/near_duplicates.hpp"
#include "src/pipeline/outputs/row_format.hpp"
#include "src/pipeline/outputs/stored_rows.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/seen_filter.hpp"
#include "src/shards/shard_writer.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {

namespace {

// Fraction of --memory for moving URLs to the targets of their redirects.
constexpr std::size_t part_for_moving = 16;

// Fraction of the memory of sets for ranking the URLs of hosts.
constexpr std::size_t part_for_ranking = 4;

// Claims a directory for runs in --tmpdir. With --resume, the caller provides a lasting directory; without
// --tmpdir, no directory is locked.
result<locked_directory> lock_run_directory(const output_options& options, run_monitor& monitor) {
  if (options.resume || options.temporary.empty()) return locked_directory();
  warn_of_leftovers(locked_directory::remove_leftovers_below(options.temporary), monitor);
  return locked_directory::new_directory(options.temporary);
}

// Returns the directory for the runs of `use`; its parent exists.
std::string folder_for_runs(const output_options& options, const output_directory& output,
                            const locked_directory& runs, std::string_view use) {
  if (!options.resume && runs.path().empty()) {
    const std::string first = output.building() + "/runs";
    return use.empty() ? first : first + "-" + std::string(use);
  }
  const std::string& folder = options.resume ? options.temporary : runs.path();
  return use.empty() ? folder : folder + "/" + std::string(use);
}

store_options store_for(const option_parts& options, const row_format& rows, const memory_budget& memory,
                        std::string directory) {
  store_options store;
  store.shards = options.output.shards;
  store.order = options.output.order;
  store.orders = host_limit(options.filters).is_set();
  store.columns = rows.has_columns() || options.output.dedup_by != dedup_choice::url;
  store.max_sources = rows.wants_sources() ? options.output.max_sources : 0;
  store.directory = std::move(directory);
  store.set_memory = memory.for_sets(0);
  store.merge_memory = memory.for_merges();
  store.threads = threads_or_all(options.threads);
  store.expected = options.output.expected;
  return store;
}

// Leaves most open files to sorted runs and inputs, if the limit is low.
std::size_t shards_to_hold_open() {
  return static_cast<std::size_t>(std::min<std::uint64_t>(most_open_files() / 16, 32));
}

class shard_output final : public output {
 public:
  shard_output(const option_parts& options, output_directory directory, locked_directory runs,
               memory_budget memory, seen_directories seen, state_rows state, run_monitor& monitor)
      : options_(options),
        directory_(std::move(directory)),
        runs_(std::move(runs)),
        memory_(std::move(memory)),
        seen_(std::move(seen)),
        state_(std::move(state)),
        monitor_(monitor),
        rows_(options.output),
        partition_(shard_key_of(options.output), options.output.shards),
        store_(store_for(options, rows_, memory_, folder_for_runs(""))),
        form_(describe(version, options.all, {}, {})) {}

  result<void> prepare(batch& done) override {
    const stopwatch timer(done.dedup_seconds);
    find_keys(done, options_.output.dedup_by);
    scratch& local_scratch = scratch_.local();
    local_scratch.parts.resize(options_.output.shards);
    local_scratch.buffer.clear();
    for (std::vector<sighting>& part : local_scratch.parts) part.clear();
    std::uint64_t order = (done.number << 32U) + done.first;
    const auto add_to_part = [&](const sighting& seen) {
      local_scratch.parts[partition_.shard(seen.url, seen.hash)].push_back(seen);
    };
    // The cache may absorb a repeat only if batches come in order, because the first sighting must be
    // inserted first.
    const bool cached = !rows_.wants_sources() && done.number >= local_scratch.next_number;
    local_scratch.next_number = std::max(local_scratch.next_number, done.number + 1);
    for (std::size_t i = 0; i < done.found.size(); ++i) {
      const found_details details = done.details_of(i);
      const std::string_view key = done.dedup_keys()[i];
      sighting seen{key, partition_hash(key), order++, details.columns, {}, done.count_of(i)};
      if (folds()) seen.columns = first_of_key(done.found[i], details.columns, local_scratch.buffer);
      if (cached && local_scratch.recent.absorb(seen, local_scratch.buffer, add_to_part)) continue;
      if (rows_.wants_sources())
        seen.sources = list_of_source(details.source, seen.order, local_scratch.buffer);
      add_to_part(seen);
    }
    store_.allow(memory_.for_sets(store_.memory_in_use()));
    // Concurrent batches begin at different shards, so that they seldom wait for each other.
    const std::size_t shards = local_scratch.parts.size();
    const std::size_t begin = done.number % shards;
    for (std::size_t k = 0; k < shards; ++k) {
      const std::size_t i = (begin + k) % shards;
      if (local_scratch.parts[i].empty()) continue;
      result<void> inserted = store_.insert(static_cast<std::uint32_t>(i), local_scratch.parts[i]);
      if (!inserted) return inserted;
    }
    return {};
  }

  result<void> deliver(batch&) override { return {}; }

  result<void> free_memory(std::size_t bytes) override {
    const std::size_t allowed = memory_.for_sets(store_.memory_in_use());
    return store_.enforce_memory_budget(allowed - std::min(allowed, bytes));
  }

  result<std::vector<shard_run>> checkpoint() override {
    return flush_caches().and_then([this] { return store_.checkpoint(); });
  }
  result<void> restore(std::span<const shard_run> runs) override { return store_.restore(runs); }
  result<void> follow(const redirect_source& pairs) override {
    // Moving takes memory from the sets of URLs.
    const std::size_t for_moving = memory_.total() / part_for_moving;
    const std::size_t allowed = memory_.for_sets(store_.memory_in_use());
    store_.allow(std::max(allowed - std::min(allowed, for_moving), memory_.total() / 8));
    return flush_caches().and_then([&] {
      return store_.move(pairs, [this](std::string_view url) { return partition_.shard(url); }, for_moving);
    });
  }

  result<void> finish(stats& totals, const publish_hook& complete) override {
    monitor_.shards_total = options_.output.shards;
    monitor_.writing = true;
    const std::uint64_t for_writer = shard_writer::memory_for(form_);
    const std::uint64_t writers = writers_that_fit(memory_.for_sets(store_.memory_in_use()), for_writer);
    for_writers_ = writers * for_writer;
    store_.allow(memory_beside_writers());
    result<void> ready = flush_caches();
    if (ready && folds()) ready = unfold();
    if (ready) ready = host_limit(options_.filters).is_set() ? rank_hosts(totals) : last().begin_reading();
    if (!ready) return ready;
    std::vector<result<shard_summary>> written(options_.output.shards,
                                               result<shard_summary>(shard_summary{}));
    tbb::task_arena writing(static_cast<int>(writers));
    writing.execute([&] {
      tbb::parallel_for(std::uint32_t{0}, options_.output.shards,
                        [&](std::uint32_t i) { written[i] = write(i); });
    });
    std::vector<result<void>> synced(threads_or_all(options_.threads));
    tbb::parallel_for(std::size_t{0}, synced.size(), [&](std::size_t i) { synced[i] = to_sync_.drain(); });
    std::vector<shard_summary> summaries;
    totals.unique = 0;
    totals.lengths = {};
    for (result<shard_summary>& summary : written) {
      if (!summary) return tl::unexpected(summary.error());
      totals.unique += summary->lines;
      if (options_.output.edges == edge_choice::none) totals.lengths.add(summary->lengths);
      summaries.push_back(std::move(*summary));
    }
    for (result<void>& status : synced)
      if (!status) return status;
    if (monitor_.on_warning)
      for (const seen_directories::damaged_filter& damaged : seen_.damaged_filters())
        monitor_.on_warning(damaged.fault + "; the run reads the shard instead");
    // With --resume the runs are needed until the output is published.
    if (unfolded_) unfolded_->discard();
    if (ranking_) ranking_->discard();
    if (!options_.output.resume) store_.discard();
    const std::string manifest = manifest_json(version, options_.all, totals, summaries);
    return directory_.describe(manifest)
        .and_then([&] { return complete(manifest, directory_.building()); })
        .and_then([&] {
          return directory_.publish(manifest, outcome_of(totals, options_.on_error) == outcome::complete);
        });
  }

  [[nodiscard]] std::uint64_t unique() const override { return store_.max_unique(); }

 private:
  // Memory of a thread for its current batch.
  struct scratch {
    std::vector<std::vector<sighting>> parts;
    arena buffer;
    front_cache recent;
    std::uint64_t next_number = 0;  // number behind all batches of this thread
  };

  // Inserts the counts in the caches of all threads. Requires: no batch is in flight.
  result<void> flush_caches() {
    result<void> flushed;
    for (scratch& thread_scratch : scratch_) {
      thread_scratch.buffer.clear();
      thread_scratch.recent.flush(thread_scratch.buffer, [&](const sighting& repeats) {
        if (flushed) flushed = store_.insert(partition_.shard(repeats.url, repeats.hash), {&repeats, 1});
      });
    }
    return flushed;
  }

  [[nodiscard]] std::string folder_for_runs(std::string_view use) const {
    return urlsieve::folder_for_runs(options_.output, directory_, runs_, use);
  }

  [[nodiscard]] bool folds() const { return options_.output.dedup_by != dedup_choice::url; }

  // Returns the store that holds the rows.
  [[nodiscard]] shard_store& last() { return unfolded_ ? *unfolded_ : store_; }

  // Moves near-duplicate URLs to their final shards. Until now they are in the shards of their keys.
  result<void> unfold() {
    store_options into = store_for(options_, rows_, memory_, folder_for_runs("unfolded"));
    into.columns = rows_.has_columns();
    unfolded_.emplace(std::move(into));
    const std::size_t allowed = memory_beside_writers();
    store_.allow(allowed / 2);
    unfolded_->allow(allowed / 2);
    return unfold_rows(store_, *unfolded_, partition_, options_.output.shards, monitor_.stop);
  }

  // Returns the memory of all sets, in bytes, that leaves the memory of the writers free.
  [[nodiscard]] std::size_t memory_beside_writers() const {
    const std::size_t in_use = store_.memory_in_use() + (unfolded_ ? unfolded_->memory_in_use() : 0);
    const std::size_t allowed = memory_.for_sets(in_use);
    return allowed - std::min<std::size_t>(allowed, for_writers_);
  }

  // Begins to read the store, and finds the rows that exceed the limits of their hosts and domains.
  result<void> rank_hosts(stats& totals) {
    const std::size_t allowed = memory_beside_writers();
    const std::size_t for_ranking = allowed / part_for_ranking;
    last().allow(allowed - for_ranking);
    if (result<void> ready = last().begin_reading(); !ready) return ready;
    ranking_resources resources;
    resources.directory = folder_for_runs("ranking-");
    resources.shards = options_.output.shards;
    resources.set_memory = for_ranking;
    resources.merge_memory = memory_.for_merges() / 2;
    resources.threads = threads_or_all(options_.threads);
    ranking_.emplace(host_limit(options_.filters), resources);
    if (result<void> known = rank_state(); !known) return known;
    std::vector<result<void>> added(options_.output.shards);
    tbb::parallel_for(std::uint32_t{0}, options_.output.shards,
                      [&](std::uint32_t i) { added[i] = rank_shard(i); });
    for (result<void>& status : added)
      if (!status) return status;
    return ranking_->rank(totals, monitor_.stop);
  }

  // Adds the URLs of the state to the ranking.
  result<void> rank_state() {
    if (!state_.each_url) return {};
    result<void> added;
    const auto take = [&](std::string_view url) {
      added = ranking_->add_known(url);
      return added.has_value() && !monitor_.stop;
    };
    return state_.each_url(take, memory_.for_merges()).and_then([&] { return added; }).and_then([&] {
      return ranking_->finish_known();
    });
  }

  // Adds the rows of a shard to the ranking. URLs of a state are not dropped, and were counted already.
  result<void> rank_shard(std::uint32_t shard) {
    host_ranking::shard_rows rows(*ranking_, shard);
    result<void> added;
    shard_store::reading reading;
    reading.keeps_shard = true;
    reading.take = [&](const known_url& known) {
      if (known.earlier && state_.each_url)
        rows.skip();
      else
        added = rows.add(known);
      return added.has_value() && !monitor_.stop;
    };
    earlier_rows earlier(slots_);
    return open_earlier(state_.each_url ? state_.layers : seen_, shard, earlier, reading)
        .and_then([&] { return last().read(shard, reading); })
        .and_then([&] { return added; })
        .and_then([&] { return earlier.finish(); })
        .and_then([&] { return rows.finish(); });
  }

  // Returns how many shards may be written at the same time, if a writer takes `for_writer` of `allowed`
  // bytes. The sets keep an eighth of the memory.
  [[nodiscard]] std::uint64_t writers_that_fit(std::uint64_t allowed, std::uint64_t for_writer) const {
    const std::uint64_t for_writers = allowed - std::min<std::uint64_t>(allowed, memory_.total() / 8);
    return std::clamp<std::uint64_t>(for_writers / for_writer, 1, threads_or_all(options_.threads));
  }

  // Opens the rows of `runs` in a shard. URLs of earlier runs stay in the reading if rows or limits need
  // them.
  result<void> open_earlier(const seen_directories& runs, std::uint32_t shard, earlier_rows& rows,
                            shard_store::reading& reading) {
    reading.keep_earlier = options_.output.mark_new || state_.each_url;
    return rows.open(runs, shard, last().max_unique(shard),
                     memory_.for_merges() / threads_or_all(options_.threads), reading);
  }

  result<shard_summary> write(std::uint32_t shard) {
    shard_store::reading reading;
    earlier_rows earlier(slots_);
    if (result<void> opened = open_earlier(seen_, shard, earlier, reading); !opened)
      return tl::unexpected(std::move(opened.error()));
    dropped_rows dropped;
    if (ranking_) {
      result<dropped_rows> rows = ranking_->rows_to_drop(shard);
      if (!rows) return tl::unexpected(std::move(rows.error()));
      dropped = std::move(*rows);
    }
    result<shard_summary> whole = write_stored_rows(
        last(), shard, reading, {form_, rows_, directory_.building(), to_sync_}, dropped, monitor_.stop);
    if (whole)
      if (result<void> read = earlier.finish(); !read) return tl::unexpected(std::move(read.error()));
    ++monitor_.shards_written;
    return whole;
  }

  option_parts options_;
  output_directory directory_;
  locked_directory runs_;  // runs of the store in --tmpdir
  memory_budget memory_;
  seen_directories seen_;
  state_rows state_;
  run_monitor& monitor_;
  row_format rows_;
  partition partition_;
  shard_store store_;
  manifest form_;                        // of the shards, without counts
  std::optional<shard_store> unfolded_;  // set only if near-duplicate URLs count as one
  std::uint64_t for_writers_ = 0;        // bytes of all writers of shards, once they are known
  std::optional<host_ranking> ranking_;  // set only if URLs per host or domain are limited
  sync_queue to_sync_{shards_to_hold_open()};
  comparison_slots slots_{seen_.empty() ? state_.layers : seen_, threads_or_all(options_.threads),
                          memory_.total()};
  tbb::enumerable_thread_specific<scratch> scratch_;
};

}  // namespace

result<std::unique_ptr<output>> make_shard_output(const extract_options& given, state_rows state,
                                                  run_monitor& monitor) {
  const option_parts options(given);
  result<memory_budget> memory = memory_budget::of(batch_memory_of(given), options.output.shards);
  if (!memory) return tl::unexpected(memory.error());
  result<seen_directories> seen = seen_directories::open(given, &monitor.stop);
  if (!seen) return tl::unexpected(seen.error());
  result<output_directory> directory =
      output_directory::create(options.output.directory, options.output.force, paths_needed_by(given));
  if (!directory) return tl::unexpected(directory.error());
  // A resumed run expects leftovers, so they are not reported.
  if (!options.output.resume) warn_of_leftovers(directory->removed(), monitor);
  result<locked_directory> runs = lock_run_directory(options.output, monitor);
  if (!runs) return tl::unexpected(runs.error());
  return std::make_unique<shard_output>(options, std::move(*directory), std::move(*runs), std::move(*memory),
                                        std::move(*seen), std::move(state), monitor);
}

}  // namespace urlsieve
