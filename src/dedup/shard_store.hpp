// The distinct URLs of a run of the program, by shard, within bounded memory: one sighting_set a shard, and
// sorted runs on disk beyond the budget. Exact by bytes. The result depends only on the inserted sightings,
// not on batches, threads, memory or spills.
//
// A store has three phases: insert(), then begin_reading(), then read() of each shard.
#ifndef URLSIEVE_DEDUP_SHARD_STORE_HPP
#define URLSIEVE_DEDUP_SHARD_STORE_HPP

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/dedup/pair_line.hpp"
#include "src/dedup/redirect.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

struct store_options {
  std::uint32_t shards = 1;
  row_order order = row_order::bytes;
  bool columns = false;
  bool orders = false;            // keep known_url::order also without columns, sources and first_seen
  std::uint32_t max_sources = 0;  // kept for each URL; 0: none
  std::string directory;          // for runs; created on demand; its parent must exist
  std::size_t set_memory = std::size_t{1} << 40U;       // bytes for all sets, until allow()
  std::size_t merge_memory = std::size_t{1} << 30U;     // bytes for all concurrent merges
  std::uint64_t expected = 0;                           // distinct URLs, if known
  unsigned threads = 1;                                 // concurrent readers
  std::size_t most_open_runs = 256;                     // for one thread
  std::size_t smallest_spill = std::size_t{64} << 10U;  // smaller sets are not worth a run
};

// A run of one shard, as recorded in a journal.
struct shard_run {
  std::uint32_t shard = 0;
  run_file file;
};

class shard_store {
 public:
  explicit shard_store(store_options options);
  ~shard_store();
  shard_store(const shard_store&) = delete;
  shard_store& operator=(const shard_store&) = delete;

  // Inserting: thread-safe.

  // Inserts `batch` into `shard`, and spills the largest sets while all sets exceed the budget. An error is
  // permanent: later calls return it as well. Throws as sighting_set::insert() does.
  [[nodiscard]] result<void> insert(std::uint32_t shard, std::span<const sighting> batch);

  // Sets the budget of all sets, in bytes; the next insert() spills if they exceed it.
  void allow(std::size_t bytes) { allowed_.store(bytes, std::memory_order_relaxed); }

  // Sets the budget and spills at once if the sets exceed it.
  [[nodiscard]] result<void> enforce_memory_budget(std::size_t bytes) {
    allow(bytes);
    return spill_to_budget();
  }
  [[nodiscard]] std::size_t memory_in_use() const { return memory_in_use_.load(std::memory_order_relaxed); }

  // An upper bound of the distinct URLs: a URL that was spilled and found again counts twice until it is
  // read.
  [[nodiscard]] std::uint64_t max_unique() const { return unique_.load(std::memory_order_relaxed); }

  // Checkpoints. Requires: no insert() at the same time.

  // Writes all sets to disk, makes all runs durable, and returns the runs: they hold all that was inserted so
  // far, and stay on disk until discard().
  [[nodiscard]] result<std::vector<shard_run>> checkpoint();

  // Takes over the runs of a checkpoint. Requires: the checkpoint's store had the same options and directory;
  // nothing was inserted.
  [[nodiscard]] result<void> restore(std::span<const shard_run> runs);

  // Removes all runs, including those of checkpoints.
  void discard() noexcept { area_.discard(); }

  // Reading: after the last insert().

  using shard_function = std::function<std::uint32_t(std::string_view url)>;

  // Moves the entry of `from` to `to` for each pair: merges it with the entry of `to`, or creates that entry.
  // Requires: no URL is `from` in two pairs, or `from` in one pair and `to` in another. Uses about `memory`
  // bytes beside the sets, and disk beyond that.
  [[nodiscard]] result<void> move(const redirect_source& pairs, const shard_function& shard_of,
                                  std::size_t memory);

  // Ends inserting; call once before the first read(). Sets within the budget stay in memory, others are
  // spilled.
  [[nodiscard]] result<void> begin_reading();

  using entry_consumer = std::function<bool(const known_url&)>;  // false: stop

  struct reading {
    // Returns true if an earlier run had the URL. Called for each URL of the shard, in the order of the
    // store; with first_seen in byte order. Empty: no earlier run.
    std::function<bool(std::string_view url)> earlier;
    bool keep_earlier = false;  // deliver such URLs with known_url::earlier set; else drop them
    bool keeps_shard = false;   // leave the shard in the store: a later read() delivers the same entries
    // Receives the entries in the order of the store.
    entry_consumer take;
  };

  // Returns an upper bound of the distinct URLs of `shard`, as max_unique() does for all shards.
  [[nodiscard]] std::uint64_t max_unique(std::uint32_t shard) const;

  // Delivers a shard to `options` and removes it from the store, unless reading::keeps_shard is set. Threads
  // may read different shards concurrently.
  [[nodiscard]] result<void> read(std::uint32_t shard, const reading& options);

  // Returns a stream of a shard in byte order, which leaves the shard in the store. The store and `unpacker`
  // must outlive the stream. Requires: move() was not called.
  [[nodiscard]] result<std::unique_ptr<entry_stream>> open(std::uint32_t shard, block_decompressor& unpacker);

  [[nodiscard]] std::uint64_t bytes_spilled() const { return area_.bytes_written(); }

 private:
  struct shard {
    shard(bool columns, std::uint32_t max_sources) : seen(columns, max_sources) {}
    std::mutex mutex;
    sighting_set seen;           // guarded by mutex
    std::vector<run_file> runs;  // guarded by mutex
    std::atomic<std::size_t> footprint{0};
    bool spilling = false;                    // guarded by choice_
    std::unique_ptr<sorted_entries> removed;  // entries that move() took away; null: none
  };

  [[nodiscard]] result<void> spill_to_budget();
  [[nodiscard]] result<bool> relieve();
  [[nodiscard]] result<void> spill(shard& from);
  void note_failure(const result<void>& failed);
  [[nodiscard]] result<void> spill_all();
  [[nodiscard]] result<void> collect(std::uint32_t number, pair_cursor& pairs, sorted_entries& moved);
  [[nodiscard]] result<void> read_sorted(shard& from, const entry_consumer& take);
  [[nodiscard]] result<void> read_all(shard& from, const entry_consumer& take);
  [[nodiscard]] result<std::unique_ptr<entry_stream>> open_all(shard& from, block_decompressor& unpacker);
  [[nodiscard]] result<void> read_reordered(
      shard& from, const std::function<entry_consumer(const entry_consumer&)>& before_sorting,
      const entry_consumer& take, bool keeps_shard);
  [[nodiscard]] run_fields fields() const;
  [[nodiscard]] std::size_t fan_in(std::size_t memory) const;

  const store_options options_;
  spill_area area_;
  std::vector<std::unique_ptr<shard>> shards_;
  std::atomic<std::size_t> allowed_;
  std::atomic<std::size_t> memory_in_use_{0};
  std::atomic<std::uint64_t> unique_{0};
  std::size_t fan_in_ = 2;

  std::mutex choice_;  // guards the choice of sets to spill
  std::condition_variable spilled_;
  unsigned spills_ = 0;   // in progress
  result<void> failure_;  // the first failed spill; guarded by choice_
  std::atomic<bool> has_failed_{false};
};

}  // namespace urlsieve

#endif
