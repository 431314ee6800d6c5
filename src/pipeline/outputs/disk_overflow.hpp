// Stores the distinct URLs of a stream on disk, from the moment when memory is full until the end of the run.
#ifndef URLSIEVE_PIPELINE_DISK_OVERFLOW_HPP
#define URLSIEVE_PIPELINE_DISK_OVERFLOW_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "src/dedup/shard_store.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/pipeline/memory_budget.hpp"
#include "src/shards/claim.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct extract_options;

// One thread at a time may use an overflow. The destructor removes the files.
class disk_overflow {
 public:
  // Claims a directory in output_options::temporary, or else in the system's folder for temporary files.
  // `columns`: sightings have columns. `max_sources`: number of sources kept per URL. Fails with
  // error_code::cannot_open if no directory can be created. Requires: `memory` outlives the overflow.
  [[nodiscard]] static result<std::unique_ptr<disk_overflow>> create(const extract_options& options,
                                                                     bool columns, std::uint32_t max_sources,
                                                                     const memory_budget& memory);

  // Adds sightings. `set_bytes`: bytes in other sets of the output, which stay in memory. Fails as
  // shard_store::insert() does.
  [[nodiscard]] result<void> insert(std::span<const sighting> sightings, std::size_t set_bytes);

  // Calls `take` with each URL once, in the order of first sighting, until it returns false. Call once, last.
  // Fails as shard_store::read() does.
  [[nodiscard]] result<void> read(const shard_store::entry_taker& take);

  // Returns an upper bound of the number of distinct URLs.
  [[nodiscard]] std::uint64_t max_unique() const { return store_.max_unique(); }

  // The warning of a run when the overflow begins.
  static constexpr const char* notice =
      "more distinct URLs than output_options::memory holds: the other rows come from disk when all input "
      "was read";

 private:
  disk_overflow(claim directory, store_options how, const memory_budget& memory)
      : directory_(std::move(directory)), store_(std::move(how)), memory_(memory) {}

  claim directory_;
  shard_store store_;
  const memory_budget& memory_;
};

}  // namespace urlsieve

#endif
