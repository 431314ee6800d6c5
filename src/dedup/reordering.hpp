// The second sort of a shard, from byte order to another row order, with sorted runs on disk beyond the
// memory budget. A sort key is prepended to each URL so that byte order of key and URL is the wanted order;
// sets, runs and merges of the first sort are reused.
#ifndef URLSIEVE_DEDUP_REORDERING_HPP
#define URLSIEVE_DEDUP_REORDERING_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "src/dedup/sorted_entries.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

struct reordering_options {
  row_order order = row_order::surt;
  run_fields fields;
  std::uint32_t max_sources = 0;
  std::size_t memory = std::size_t{1} << 30U;  // budget for entries, in bytes
  std::size_t most_runs = 64;                  // merged at the same time
};

class reordering {
 public:
  // Requires: options.order is not row_order::bytes. `area` must outlive the object.
  reordering(const reordering_options& options, spill_area& area);

  // Requires: each URL is added once. Throws as sighting_set::insert() does.
  [[nodiscard]] result<void> add(const known_url& entry);

  // Passes all entries in order to `take`, until it returns false. Requires: read() was not called before.
  [[nodiscard]] result<void> read(const std::function<bool(const known_url&)>& take);

 private:
  void make_key(const known_url& entry);
  [[nodiscard]] known_url without_key(known_url entry) const;

  const row_order order_;
  sorted_entries sorted_;
  std::string key_;
  std::string marked_;
};

}  // namespace urlsieve

#endif
