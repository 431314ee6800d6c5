// Compares the rows of shards of two output directories that hold the same keys.
#ifndef URLSIEVE_DATASETS_SHARD_COMPARISON_HPP
#define URLSIEVE_DATASETS_SHARD_COMPARISON_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/shards/row_layout.hpp"
#include "src/shards/row_numbers.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/diff_shards.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Both directories of a comparison: two elements in each vector. Requires: `runs` outlives `layouts`.
struct compared_directories {
  std::vector<std::string> paths;
  std::vector<manifest> runs;
  std::vector<row_layout> layouts;
  std::vector<std::optional<std::size_t>> count_places;  // of the columns of counts
  remote_context remote;
};

// A shard of one of both directories.
struct side_shard {
  std::size_t side = 0;  // index in compared_directories
  const shard_summary* shard = nullptr;
};

// Shards that are read together. `only`: from the second directory, only the rows that belong to this shard
// of the first directory.
struct comparison_job {
  std::vector<side_shard> shards;
  std::optional<std::uint32_t> only;
};

// Requires: the arguments of the constructor outlive the object. One thread at a time may use an object.
class shard_comparison {
 public:
  // Each open shard takes `memory_of_reader` bytes. `monitor` may be null.
  shard_comparison(const compared_directories& both, std::uint64_t memory_of_reader, run_monitor* monitor);

  // Calls `take` with each difference between the rows of a job, in the order of keys, and checks each shard
  // at its end. Returns the number of equal rows; nullopt if `take` returned false. Fails as diff_shards()
  // does.
  [[nodiscard]] result<std::optional<std::uint64_t>> run(const comparison_job& job,
                                                         const consumer_ref<row_difference>& take);

 private:
  [[nodiscard]] result<void> open(const comparison_job& job);
  // Return false if the consumer wants no more differences. deliver_pending() delivers the pending row of the
  // first directory, for which the second has no equal, as removed.
  [[nodiscard]] result<bool> read_rows(const comparison_job& job, const consumer_ref<row_difference>& take);
  [[nodiscard]] bool deliver_pending(const consumer_ref<row_difference>& take);
  // Compares the pending row, which the reader `first` has passed, with the current row of the reader
  // `second`, whose key is the same.
  [[nodiscard]] result<bool> compare_pair(std::size_t first, std::size_t second,
                                          const consumer_ref<row_difference>& take);
  // Returns the count of the row that was read; nullopt if `is_read` is false, or the count is no number.
  [[nodiscard]] std::optional<std::uint64_t> count_in(std::size_t side, bool is_read) const;
  // Returns false if the caller asked to stop.
  bool report_progress();

  const compared_directories& both_;
  std::uint64_t memory_of_reader_;
  run_monitor* monitor_;
  std::vector<shard_reader> readers_;   // of the shards of the job
  std::vector<row_numbers> numbers_;    // by side
  std::optional<std::size_t> pending_;  // the reader of the pending row of the first directory
  std::uint64_t same_ = 0;
  std::uint64_t stored_ = 0;
  std::uint64_t lines_ = 0;
};

}  // namespace urlsieve

#endif
