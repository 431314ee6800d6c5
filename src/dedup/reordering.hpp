// The second sort of a shard, from the order of bytes to another one: by key, in runs on disk where it does
// not fit into memory. The key is put in front of the URL so that the order of the bytes of both is the order
// that is wanted: then sets, runs and merges are those of the first sort.
#ifndef URLSIEVE_DEDUP_REORDERING_HPP
#define URLSIEVE_DEDUP_REORDERING_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "src/dedup/sorted_entries.hpp"
#include "src/dedup/spill_area.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct reordering_options {
  row_order order = row_order::surt;
  run_fields fields;
  std::uint32_t max_sources = 0;
  std::size_t memory = std::size_t{1} << 30U;  // for the entries
  std::size_t most_runs = 64;                  // that are merged at a time
};

class reordering {
 public:
  // `options.order` is not `bytes`.
  reordering(const reordering_options& options, spill_area& area);

  // REQUIRES: no entry has the URL of another. Throws as seen_set::insert() does.
  [[nodiscard]] result<void> add(const known_url& entry);

  // Hands out all entries in order until `take` says false. To be called once.
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
