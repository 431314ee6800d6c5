// The distinct URLs of a run, shard by shard, within bounded memory: a set for each shard, and past the bound
// sorted runs on disk. Exact by bytes; what is read at the end depends only on what was inserted, not on
// batches, threads, memory, or on when what was spilled.
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

#include "src/dedup/pair_line.hpp"
#include "src/dedup/redirect.hpp"
#include "src/dedup/seen_set.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/dedup/spill_area.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct store_options {
  std::uint32_t shards = 1;
  row_order order = row_order::bytes;
  bool columns = false;
  std::uint32_t max_sources = 0;  // kept of each URL; 0: none
  std::string directory;          // for runs; made when it is needed, in a directory that exists
  std::size_t set_memory = std::size_t{1} << 40U;       // for all sets together, until allow() says otherwise
  std::size_t merge_memory = std::size_t{1} << 30U;     // for all merges that go on at the same time
  std::uint64_t expected = 0;                           // distinct URLs, if known
  unsigned threads = 1;                                 // that read at the same time
  std::size_t most_open_runs = 256;                     // of one thread
  std::size_t smallest_spill = std::size_t{64} << 10U;  // a set that is smaller is not worth a run
};

// A run of one shard, as a journal may have it.
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

  // Inserting: by any number of threads.

  // Spills the largest sets while all together are above what is allowed. An error stays: the store is lost.
  // Throws as seen_set::insert() does.
  [[nodiscard]] result<void> insert(std::uint32_t shard, std::span<const sighting> batch);

  // How much the sets may hold from now on.
  void allow(std::size_t bytes) { allowed_.store(bytes, std::memory_order_relaxed); }

  // Likewise, and at once.
  [[nodiscard]] result<void> hold_at_most(std::size_t bytes) {
    allow(bytes);
    return keep_to_allowed();
  }
  [[nodiscard]] std::size_t held() const { return held_.load(std::memory_order_relaxed); }

  // Distinct URLs as far as they are known: one that was spilled and met again counts twice until it is read.
  [[nodiscard]] std::uint64_t at_most_unique() const { return unique_.load(std::memory_order_relaxed); }

  // Stopping and going on: while nothing is inserted.

  // Writes all sets to disk and makes all runs durable; they stay there until discard(). What was inserted so
  // far is in the runs that are returned.
  [[nodiscard]] result<std::vector<shard_run>> checkpoint();

  // Begins with what a checkpoint of a store with the same options and directory had. REQUIRES: nothing was
  // inserted.
  [[nodiscard]] result<void> restore(std::span<const shard_run> runs);

  // Removes all runs, those of checkpoints too.
  void discard() noexcept { area_.discard(); }

  // Reading: when all is inserted.

  using shard_function = std::function<std::uint32_t(std::string_view url)>;

  // Adds what is known of `from` in each pair to `to`, which need not be known, and forgets `from`. No URL is
  // `from` in two pairs, or `from` in one and `to` in another. Takes about `memory` bytes beside the sets,
  // and disk beyond that.
  [[nodiscard]] result<void> move(const redirect_source& pairs, const shard_function& shard_of,
                                  std::size_t memory);

  // To be called once before the first read(). What is allowed now is what stays in memory.
  [[nodiscard]] result<void> begin_reading();

  using entry_taker = std::function<bool(const known_url&)>;  // false: no more is wanted

  struct reading {
    // Asked for each URL of the shard whether an earlier run had it, in the store's order; with first_seen in
    // the order of bytes. Empty: not asked.
    std::function<bool(std::string_view url)> earlier;
    bool keep_earlier = false;  // those are read with known_url::earlier set; else they are left out
    // Takes the entries in the store's order. False: no more is wanted.
    entry_taker take;
  };

  // Reads a shard and forgets it. Several threads may read, each another shard.
  [[nodiscard]] result<void> read(std::uint32_t shard, const reading& how);

  [[nodiscard]] std::uint64_t bytes_spilled() const { return area_.bytes_written(); }

 private:
  struct shard {
    shard(bool columns, std::uint32_t max_sources) : seen(columns, max_sources) {}
    std::mutex mutex;
    seen_set seen;               // guarded by mutex
    std::vector<run_file> runs;  // guarded by mutex
    std::atomic<std::size_t> footprint{0};
    bool spilling = false;                 // guarded by choice_
    std::unique_ptr<sorted_entries> gone;  // moved elsewhere; null: none
  };

  [[nodiscard]] result<void> keep_to_allowed();
  [[nodiscard]] result<bool> relieve();
  [[nodiscard]] result<void> spill(shard& from);
  [[nodiscard]] result<void> spill_all();
  [[nodiscard]] result<void> collect(std::uint32_t number, pair_cursor& pairs, sorted_entries& moved);
  [[nodiscard]] result<void> read_sorted(shard& from, const entry_taker& take);
  [[nodiscard]] result<void> read_all(shard& from, const entry_taker& take);
  [[nodiscard]] result<void> read_reordered(
      shard& from, const std::function<entry_taker(const entry_taker&)>& before_sorting,
      const entry_taker& take);
  [[nodiscard]] run_fields fields() const;
  [[nodiscard]] std::size_t fan_in(std::size_t memory) const;

  const store_options options_;
  spill_area area_;
  std::vector<std::unique_ptr<shard>> shards_;
  std::atomic<std::size_t> allowed_;
  std::atomic<std::size_t> held_{0};
  std::atomic<std::uint64_t> unique_{0};
  std::size_t fan_in_ = 2;

  std::mutex choice_;  // guards who spills what
  std::condition_variable spilled_;
  unsigned spills_ = 0;   // under way
  result<void> failure_;  // guarded by choice_
};

}  // namespace urlsieve

#endif
