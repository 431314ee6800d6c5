// Entries in the order of their URLs' bytes, each URL once, within bounded memory: a set, and where that ends
// sorted runs of it on disk.
#ifndef URLSIEVE_DEDUP_SORTED_ENTRIES_HPP
#define URLSIEVE_DEDUP_SORTED_ENTRIES_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "src/dedup/seen_set.hpp"
#include "src/dedup/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class sorted_entries {
 public:
  struct bounds {
    std::size_t memory = smallest_memory;  // of what is held
    std::size_t most_runs = 2;             // that are read at the same time, 2 or more
  };

  // Less is not worth a run.
  static constexpr std::size_t smallest_memory = std::size_t{512} << 10U;

  // That much, but not too little, and as many runs as can be read in it.
  [[nodiscard]] static bounds within(std::size_t memory);

  // `max_sources`: as seen_set has it. The runs are `area`'s.
  sorted_entries(spill_area& area, run_fields fields, std::uint32_t max_sources, bounds most);
  ~sorted_entries();
  sorted_entries(const sorted_entries&) = delete;
  sorted_entries& operator=(const sorted_entries&) = delete;

  // Throws as seen_set::insert() does. REQUIRES: nothing was read since the last spill() or clear().
  [[nodiscard]] result<void> add(const sighting& seen);

  // Calls take(entry) for each until it says false.
  [[nodiscard]] result<void> each(const std::function<bool(const known_url&)>& take);

  // All entries, as often as it is called; what is added meanwhile is not among them. Both must outlive the
  // stream.
  [[nodiscard]] result<std::unique_ptr<entry_stream>> open(block_unpacker& unpacker);

  // Nothing is held in memory any more.
  [[nodiscard]] result<void> spill();

  // Forgets everything.
  void clear() noexcept;

  [[nodiscard]] bool empty() const { return held_.size() == 0 && runs_.empty(); }
  [[nodiscard]] std::size_t memory() const { return held_.footprint(); }

 private:
  [[nodiscard]] result<void> ready();

  spill_area& area_;
  run_fields fields_;
  std::uint32_t max_sources_;
  bounds most_;
  seen_set held_;
  bool sorted_ = false;  // held_ is
  std::vector<run_file> runs_;
};

}  // namespace urlsieve

#endif
