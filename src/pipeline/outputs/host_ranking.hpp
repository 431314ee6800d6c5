// Applies the limits of URLs per host and domain to the rows of shards, whose order is not the input order:
// ranks the URLs of each host by their first occurrence, within bounded memory.
//
// The order of calls: add rows and known URLs, rank(), dropped_rows() of each shard.
#ifndef URLSIEVE_PIPELINE_HOST_RANKING_HPP
#define URLSIEVE_PIPELINE_HOST_RANKING_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/dedup/shard_store.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/pipeline/outputs/host_limit.hpp"
#include "src/runs/known_url.hpp"
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

class host_ranking {
 public:
  // Requires: limit.is_set().
  host_ranking(const host_limit& limit, const ranking_resources& resources);

  // Collects the rows of one shard. One thread at a time may use an object, several objects at once.
  class shard_rows {
   public:
    shard_rows(host_ranking& of, std::uint32_t shard) : of_(of), shard_(shard) {}

    // Adds the next row of the shard.
    [[nodiscard]] result<void> add(const known_url& row);
    // Skips the next row of the shard, which the limits do not concern.
    void skip() { ++row_; }
    [[nodiscard]] result<void> finish();

   private:
    host_ranking& of_;
    std::uint32_t shard_;
    std::uint64_t row_ = 0;
    std::string storage_;
    std::string key_;
    arena keys_;
    std::vector<std::vector<sighting>> parts_;
    std::size_t pending_ = 0;
  };

  // Counts a URL of a state, which precedes all rows. One thread at a time may call the function; the last
  // call is finish_known().
  [[nodiscard]] result<void> add_known(std::string_view url);
  [[nodiscard]] result<void> finish_known();

  // Decides about all rows, in parallel, and counts the dropped rows in `counted`. Fails with
  // error_code::interrupted if `stop` becomes true.
  [[nodiscard]] result<void> rank(stats& counted, const std::atomic<bool>& stop);

  // Returns a flag for each row of `shard`: true if the row is to be dropped. Rows behind the last flag are
  // kept. Takes a bit of memory a row. Call once for each shard; thread-safe.
  [[nodiscard]] result<std::vector<bool>> dropped_rows(std::uint32_t shard);

  void discard() noexcept;

 private:
  struct dropped_counts {
    std::uint64_t by_host = 0;
    std::uint64_t by_domain = 0;
  };

  void append_key(const host_hashes& hashes, std::uint64_t order, std::string& key) const;
  [[nodiscard]] result<dropped_counts> rank_part(std::uint32_t part, const std::atomic<bool>& stop);

  host_limit limit_;
  shard_store by_host_;  // rows sorted by host or domain, then by order
  shard_store dropped_;  // numbers of dropped rows, by shard
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> known_;  // by domain and host
  std::string storage_;
};

}  // namespace urlsieve

#endif
