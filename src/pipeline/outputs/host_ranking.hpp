// Applies the limits of URLs per host and domain to the rows of shards, whose order is not the input order:
// ranks the URLs of each host and domain by their first occurrence, within bounded memory.
//
// The order of calls: add rows and URLs of a state, rank(), then rows_to_drop() of each shard.
#ifndef URLSIEVE_PIPELINE_HOST_RANKING_HPP
#define URLSIEVE_PIPELINE_HOST_RANKING_HPP

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/dedup/shard_store.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/pipeline/outputs/host_limit.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct ranking_resources {
  std::string directory;         // prefix of directories for runs; created on demand; the parent must exist
  std::uint32_t shards = 1;      // of the rows
  std::size_t set_memory = 0;    // bytes
  std::size_t merge_memory = 0;  // bytes
  unsigned threads = 1;          // concurrent readers
};

// The rows of a shard to drop, in the order of the shard. One thread at a time may use an object.
class dropped_rows {
 public:
  // Drops no row.
  dropped_rows() = default;

  // Returns true if the next row of the shard is to be dropped. Call once for each row, in order.
  [[nodiscard]] bool drops_next();

  // Called after the last row. Fails with error_code::cannot_read if a temporary file cannot be read, or if
  // the shard has another number of rows than the ranking.
  [[nodiscard]] result<void> finish() const;

 private:
  friend class host_ranking;
  void read_next();

  std::unique_ptr<block_decompressor> unpacker_;
  std::unique_ptr<entry_stream> stream_;  // null: no row is dropped
  std::uint64_t next_dropped_ = 0;        // number of the next row to drop, if has_next_
  bool has_next_ = false;
  std::uint64_t row_ = 0;
  std::uint64_t rows_ = 0;  // of the shard, in the ranking
};

class host_ranking {
 public:
  // Requires: limit.is_set().
  host_ranking(const host_limit& limit, const ranking_resources& resources);

  // Collects the rows of one shard. One thread at a time may use an object, several objects at once.
  class shard_rows {
   public:
    shard_rows(host_ranking& ranking, std::uint32_t shard) : of_(ranking), shard_(shard) {}

    // Adds the next row of the shard.
    [[nodiscard]] result<void> add(const known_url& row);
    // Skips the next row of the shard, which the limits do not concern.
    void skip() { ++row_; }
    // Call after the last row.
    [[nodiscard]] result<void> finish();

   private:
    [[nodiscard]] result<void> insert();

    host_ranking& of_;
    std::uint32_t shard_;
    std::uint64_t row_ = 0;
    std::string storage_;
    std::string key_;
    arena keys_;
    std::vector<std::vector<sighting>> parts_;
    std::size_t pending_ = 0;
  };

  // Counts a URL of a state, which ranks before all rows. One thread at a time may call the function. Call
  // finish_known() after the last URL.
  [[nodiscard]] result<void> add_known(std::string_view url);
  [[nodiscard]] result<void> finish_known();

  // Decides about all rows, in parallel, and counts the dropped rows in `counted`. Fails with
  // error_code::interrupted if `stop` becomes true.
  [[nodiscard]] result<void> rank(stats& counted, const std::atomic<bool>& stop);

  // Returns the rows of `shard` to drop. The object must outlive the result. Thread-safe for different
  // shards.
  [[nodiscard]] result<dropped_rows> rows_to_drop(std::uint32_t shard);

  [[nodiscard]] std::size_t memory_in_use() const {
    return hosts_.memory_in_use() + domains_.memory_in_use() + dropped_.memory_in_use();
  }
  // Removes all files of the ranking.
  void discard() noexcept;

 private:
  using counts_of_parts = std::array<std::map<std::string, std::uint64_t>, 2>;  // by limited_part, by group

  // Returns the part whose limit applies first.
  [[nodiscard]] limited_part first_part() const {
    return limit_.most(limited_part::host) != 0 ? limited_part::host : limited_part::domain;
  }
  [[nodiscard]] shard_store& rows_of(limited_part part) {
    return part == limited_part::host ? hosts_ : domains_;
  }
  void append_group(std::string_view url, limited_part part, std::string& key, std::string& storage) const;
  [[nodiscard]] result<void> rank_by(limited_part part, stats& counted, const std::atomic<bool>& stop);
  [[nodiscard]] result<std::uint64_t> rank_group(limited_part part, std::uint32_t number,
                                                 const std::atomic<bool>& stop);

  host_limit limit_;
  shard_store hosts_;                // rows sorted by host, then by order
  shard_store domains_;              // rows sorted by domain, then by order
  shard_store dropped_;              // numbers of dropped rows, by shard
  std::vector<std::uint64_t> rows_;  // by shard
  counts_of_parts known_;
  std::string storage_;
};

}  // namespace urlsieve

#endif
