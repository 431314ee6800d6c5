// The temporary directory of a run of the program: writes sorted runs into it and removes them again. The
// directory is asked for and made when the first run is written, and goes when the area does.
#ifndef URLSIEVE_DEDUP_SPILL_AREA_HPP
#define URLSIEVE_DEDUP_SPILL_AREA_HPP

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

#include "src/dedup/spill.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class spill_area {
 public:
  // Gives a directory that exists or can be made in one that does; called once.
  using directory_maker = std::function<result<std::string>()>;

  explicit spill_area(std::string directory) : directory_(std::move(directory)) {}
  explicit spill_area(directory_maker make) : maker_(std::move(make)) {}
  ~spill_area();  // removes all runs but those kept
  spill_area(const spill_area&) = delete;
  spill_area& operator=(const spill_area&) = delete;

  // The members may be called by several threads at a time.

  // Writes what is left of `entries` as a run.
  [[nodiscard]] result<run_file> write(entry_stream& entries, run_fields fields);

  [[nodiscard]] result<std::unique_ptr<entry_stream>> open(const run_file& run,
                                                           block_unpacker& unpacker) const;

  // Merges runs, the smallest first, until there are at most `most`, which is 2 or more.
  [[nodiscard]] result<void> reduce(std::vector<run_file>& runs, std::size_t most, run_fields fields,
                                    std::uint32_t max_sources);

  // One stream of `runs` and of `others`.
  [[nodiscard]] result<std::unique_ptr<entry_stream>> merge(std::span<const run_file> runs,
                                                            std::vector<std::unique_ptr<entry_stream>> others,
                                                            block_unpacker& unpacker,
                                                            std::uint32_t max_sources) const;

  void remove(std::span<const run_file> runs) noexcept;  // what is kept stays

  // Makes the runs durable and keeps them until discard(), whatever becomes of this object.
  [[nodiscard]] result<void> keep(std::span<const run_file> runs);

  // Takes over a run that an earlier process kept.
  [[nodiscard]] result<void> adopt(const run_file& run);

  // Removes everything, kept or not.
  void discard() noexcept;

  [[nodiscard]] std::uint64_t bytes_written() const;

  // A path in the directory, for what is no run; who makes the file removes it.
  [[nodiscard]] result<std::string> path_for(const std::string& name);

 private:
  [[nodiscard]] result<void> make_directory();
  [[nodiscard]] std::string path_of(const std::string& name) const { return directory_ + '/' + name; }

  directory_maker maker_;     // empty: the directory is known
  std::string directory_;     // the same from the first run on
  mutable std::mutex mutex_;  // guards what follows
  bool made_ = false;
  std::uint64_t next_number_ = 0;
  std::uint64_t bytes_written_ = 0;
  std::set<std::string> passing_;  // names of runs that go
  std::set<std::string> kept_;
};

}  // namespace urlsieve

#endif
