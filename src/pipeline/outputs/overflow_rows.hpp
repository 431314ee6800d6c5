// The rows of a stream output after its memory is full.
#ifndef URLSIEVE_PIPELINE_OVERFLOW_ROWS_HPP
#define URLSIEVE_PIPELINE_OVERFLOW_ROWS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/dedup/shard_store.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/pipeline/memory_budget.hpp"
#include "src/pipeline/outputs/host_limit.hpp"
#include "src/pipeline/outputs/stream_rows.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct output_options;

// Stores the distinct URLs of a stream on disk, from the moment when memory is full until the end of the run.
// One thread at a time may use an overflow. The destructor removes the files.
class disk_overflow {
 public:
  // Claims a directory in output_options::temporary, or else in the system's folder for temporary files.
  // `columns`: sightings have columns. `max_sources`: number of sources kept per URL. Fails with
  // error_code::cannot_open if no directory can be created. Requires: `memory` outlives the overflow.
  [[nodiscard]] static result<std::unique_ptr<disk_overflow>> create(const output_options& options,
                                                                     bool columns, std::uint32_t max_sources,
                                                                     const memory_budget& memory);

  // Adds sightings. `set_bytes`: bytes in other sets of the output, which stay in memory. Fails as
  // shard_store::insert() does.
  [[nodiscard]] result<void> insert(std::span<const sighting> sightings, std::size_t set_bytes);

  // Calls `take` with each URL once, in the order of first sighting, until it returns false. Call once, last.
  // Fails as shard_store::read() does.
  [[nodiscard]] result<void> read(const shard_store::entry_consumer& take);

  // Returns an upper bound of the number of distinct URLs.
  [[nodiscard]] std::uint64_t max_unique() const { return store_.max_unique(); }

  // The warning of a run when the overflow begins.
  static constexpr const char* notice =
      "more distinct URLs than output_options::memory holds: the other rows come from disk when all input "
      "was read";

 private:
  disk_overflow(locked_directory directory, store_options how, const memory_budget& memory)
      : directory_(std::move(directory)), store_(std::move(how)), memory_(memory) {}

  locked_directory directory_;
  shard_store store_;
  const memory_budget& memory_;
};

// Returns true if a set of `needed` bytes fits into the memory, with a quarter of its memory left for the
// overflow on disk. The sets of the run hold `set_bytes` bytes now.
[[nodiscard]] inline bool fits_with_overflow(std::size_t needed, std::size_t set_bytes,
                                             const memory_budget& memory) {
  return needed <= memory.for_sets(set_bytes) / 4 * 3;
}

// Stores URLs on disk, and prints their rows when the run ends. Call begin() once, when memory is full, then
// insert() for later batches, then print() once. One thread at a time may use an object. Requires: all
// arguments of the constructor outlive the object.
class overflow_rows {
 public:
  struct limits {
    row_limit& rows;
    host_counter& by_host;
  };

  overflow_rows(const output_options& options, const row_maker& rows, row_stream& stream, limits limit,
                const memory_budget& memory)
      : options_(options), rows_(rows), stream_(stream), limit_(limit), memory_(memory) {}

  [[nodiscard]] bool has_begun() const { return store_ != nullptr; }

  // Creates the store on disk, and adds a warning about the overflow to the batch `at`. Fails as
  // disk_overflow::create() does.
  result<void> begin(std::uint32_t max_sources, batch& at) {
    const bool columns = rows_.format().has_columns() || options_.dedup_by != dedup_choice::url;
    result<std::unique_ptr<disk_overflow>> store =
        disk_overflow::create(options_, columns, max_sources, memory_);
    if (!store) return tl::unexpected(std::move(store.error()));
    store_ = std::move(*store);
    at.warnings.emplace_back(disk_overflow::notice);
    return {};
  }

  // Inserts the URLs of `done` for which `is_new` is set. `set_bytes`: see disk_overflow::insert().
  result<void> insert(batch& done, const bool* is_new, std::size_t set_bytes) {
    sightings_.clear();
    for (std::size_t i = 0; i < done.found.size(); ++i) {
      if (!is_new[i]) continue;
      const std::string_view key = done.dedup_keys()[i];
      sighting seen{key, partition_hash(key), (done.number << 32U) + done.first + i,
                    done.details_of(i).columns};
      if (options_.dedup_by != dedup_choice::url)
        seen.columns = first_of_key(done.found[i], seen.columns, done.storage);
      sightings_.push_back(seen);
    }
    return insert(sightings_, set_bytes);
  }
  result<void> insert(std::span<const sighting> sightings, std::size_t set_bytes) {
    return store_->insert(sightings, set_bytes);
  }

  // Prints the rows, and adds their number to `totals.unique`.
  result<void> print(stats& totals) {
    result<void> written;
    std::string block;
    typed_row scratch;
    result<void> read = store_->read([&](const known_url& known) {
      if (limit_.rows.reached()) return false;
      if (limit_.by_host.is_set() && !limit_.by_host.admits(url_of(known, options_.dedup_by), totals))
        return true;
      if (limit_.rows.is_bounded()) limit_.rows.take();
      rows_.append(known, options_.dedup_by, totals, scratch, block);
      ++printed_;
      if (block.size() < bytes_of_a_write) return true;
      written = limit_.by_host.check(memory_).and_then([&] { return stream_.write(block); });
      block.clear();
      return written.has_value();
    });
    if (read && written) written = stream_.write(block);
    totals.unique += printed_;
    store_.reset();
    return read ? written : read;
  }

  // Returns an upper bound of the URLs on disk; after print(), the number of printed rows.
  [[nodiscard]] std::uint64_t unique() const { return store_ ? store_->max_unique() : printed_; }

 private:
  const output_options& options_;
  const row_maker& rows_;
  row_stream& stream_;
  limits limit_;
  const memory_budget& memory_;
  std::unique_ptr<disk_overflow> store_;
  std::vector<sighting> sightings_;
  std::uint64_t printed_ = 0;
};

}  // namespace urlsieve

#endif
