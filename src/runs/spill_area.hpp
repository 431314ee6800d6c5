// The temporary directory for sorted runs: creates the directory for the first run, and removes runs and
// directory at the end. All members are thread-safe.
#ifndef URLSIEVE_RUNS_SPILL_AREA_HPP
#define URLSIEVE_RUNS_SPILL_AREA_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/runs/sorted_run.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class spill_area {
 public:
  // Returns the path of a directory, which is created if necessary; its parent must exist. Called once.
  using directory_maker = std::function<result<std::string>()>;

  explicit spill_area(std::string directory) : directory_(std::move(directory)) {}
  explicit spill_area(directory_maker make) : maker_(std::move(make)) {}
  ~spill_area();  // removes all runs except those of keep()
  spill_area(const spill_area&) = delete;
  spill_area& operator=(const spill_area&) = delete;

  // Writes the remaining entries of `entries` to a run. Fails with the error of `entries`, or with the errors
  // of run_writer; then removes the incomplete run.
  [[nodiscard]] result<run_file> write(entry_stream& entries, run_fields fields);

  // Opens a run as run_reader::open() does.
  [[nodiscard]] result<std::unique_ptr<entry_stream>> open(const run_file& run,
                                                           block_decompressor& unpacker) const;

  // Merges runs, the smallest first, until `runs` holds at most `most` runs. Removes each merged run, except
  // runs of keep(). After an error, `runs` lists the runs that exist. Requires: most >= 2.
  [[nodiscard]] result<void> reduce(std::vector<run_file>& runs, std::size_t most, run_fields fields,
                                    std::uint32_t max_sources);

  // Returns a merged stream of `runs` and `streams`; an empty stream if both are empty. Fails if a run cannot
  // be opened. `unpacker` must outlive the stream.
  [[nodiscard]] result<std::unique_ptr<entry_stream>> merge(
      std::span<const run_file> runs, std::vector<std::unique_ptr<entry_stream>> streams,
      block_decompressor& unpacker, std::uint32_t max_sources) const;

  // Removes runs, except runs of keep().
  void remove(std::span<const run_file> runs) noexcept;

  // Makes the runs durable and keeps them until discard(), beyond the life of this object.
  [[nodiscard]] result<void> keep(std::span<const run_file> runs);

  // Takes over a run that an earlier process kept, as keep() does. Fails as open() does. Requires: the area
  // was constructed with a directory.
  [[nodiscard]] result<void> adopt(const run_file& run);

  // Removes all runs, including those of keep().
  void discard() noexcept;

  [[nodiscard]] std::uint64_t bytes_written() const;

  // Returns a path in the directory for another temporary file. The caller removes the file.
  [[nodiscard]] result<std::string> path_for(const std::string& name);

 private:
  [[nodiscard]] result<void> make_directory();
  [[nodiscard]] std::string path_of(const std::string& name) const { return directory_ + '/' + name; }

  directory_maker maker_;     // empty: directory_ is set
  std::string directory_;     // set with the first run, if there is a maker_
  mutable std::mutex mutex_;  // guards the members below
  bool has_directory_ = false;
  std::uint64_t next_number_ = 0;
  std::uint64_t bytes_written_ = 0;
  std::set<std::string> passing_;  // names of runs that are not kept
  std::set<std::string> durable_runs_;
};

}  // namespace urlsieve

#endif
