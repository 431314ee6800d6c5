// Distinct entries in byte order of their URLs, within bounded memory: a sighting_set, and sorted runs on
// disk.
#ifndef URLSIEVE_DEDUP_SORTED_ENTRIES_HPP
#define URLSIEVE_DEDUP_SORTED_ENTRIES_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "src/dedup/sighting_set.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class sorted_entries {
 public:
  struct bounds {
    std::size_t memory = smallest_memory;  // bytes held in memory
    std::size_t most_runs = 2;             // read at the same time, 2 or more
  };

  // Smaller sets are not worth a run.
  static constexpr std::size_t smallest_memory = std::size_t{512} << 10U;

  // Returns the bounds for `memory` bytes (at least smallest_memory), with as many runs as can be read in
  // them.
  [[nodiscard]] static bounds within(std::size_t memory);

  // `max_sources`: see sighting_set. Runs are stored in `area`, which must outlive the object.
  sorted_entries(spill_area& area, run_fields fields, std::uint32_t max_sources, bounds most);
  ~sorted_entries();
  sorted_entries(const sorted_entries&) = delete;
  sorted_entries& operator=(const sorted_entries&) = delete;

  // Adds a sighting, in any order; merges sightings of the same URL. Writes a run if the entries exceed the
  // memory. After an error the object has lost entries, and only clear() and the destructor may be called.
  // Throws as sighting_set::insert() does. Requires: since the last each() or open() with entries in memory,
  // spill() or clear() was called.
  [[nodiscard]] result<void> add(const sighting& seen);

  // Passes each entry to `take`, in byte order, until `take` returns false. May be called several times.
  [[nodiscard]] result<void> each(const std::function<bool(const known_url&)>& take);

  // Returns a stream of all entries; may be called several times. The stream omits entries that are added
  // later. Call spill() before open() if add() must be possible while the stream is read. This object and
  // `unpacker` must outlive the stream.
  [[nodiscard]] result<std::unique_ptr<entry_stream>> open(block_decompressor& unpacker);

  // Writes all entries in memory to a run; has no effect without entries in memory.
  [[nodiscard]] result<void> spill();

  // Removes all entries and their runs.
  void clear() noexcept;

  [[nodiscard]] bool empty() const { return set_.size() == 0 && runs_.empty(); }
  // Returns the memory of the entries in memory, in bytes, including the memory to sort the entries.
  [[nodiscard]] std::size_t memory() const { return set_.footprint(); }

 private:
  [[nodiscard]] result<void> ready();

  spill_area& area_;
  run_fields fields_;
  std::uint32_t max_sources_;
  bounds most_;
  sighting_set set_;
  bool sorted_ = false;  // set_ is sorted
  std::vector<run_file> runs_;
};

// Distinct lines in byte order within bounded memory: sorted runs on disk hold the rest until they are
// merged.
class sorted_lines {
 public:
  // Holds at most `memory` bytes, or smallest_memory if that is more. Calls `directory` for the first run.
  sorted_lines(std::size_t memory, spill_area::directory_maker directory);

  // Adds a line without its LF; ignores a repeated line. Throws as sighting_set::insert() does. Requires: the
  // line is shorter than sighting_set::max_url bytes; read() was not called.
  [[nodiscard]] result<void> add(std::string_view line);

  // Passes each line once to `take`, in byte order, until `take` returns an error. Returns the first error,
  // of `take` or of a temporary file. Frees all lines and removes all runs, also after an error.
  [[nodiscard]] result<void> read(const std::function<result<void>(std::string_view line)>& take);

  static constexpr std::size_t smallest_memory = std::size_t{1} << 20U;

 private:
  spill_area area_;
  sorted_entries lines_;
};

}  // namespace urlsieve

#endif
