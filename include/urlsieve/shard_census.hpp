// What is in the shards of output directories: how many URLs by scheme, host,
// registrable domain and public suffix.
#ifndef URLSIEVE_SHARD_CENSUS_HPP
#define URLSIEVE_SHARD_CENSUS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/top_counts.hpp"

namespace urlsieve {

struct shard_census {
  // Twice as many names of each kind are counted exactly.
  static constexpr std::size_t names_kept = std::size_t{1} << 16U;

  manifest all;  // of all directories together: totals, and the choices in which they agree
  std::uint64_t directories = 0;
  std::uint64_t shards = 0;
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
  bool counted = false;            // rows have a count: references of the names below
  std::uint64_t without_host = 0;  // URLs
  top_counts schemes{names_kept};
  top_counts hosts{names_kept};
  top_counts domains{names_kept};
  top_counts suffixes{names_kept};  // public ones; of hosts that have one
};

// A URL in several directories counts in each; of an edge the document's URL is counted. Reads all rows;
// damage is error_code::cannot_read. The same for any number of threads.
// There are fewer of them where they would take more than `memory` (0: half of what the machine has).
[[nodiscard]] result<shard_census> take_census(const std::vector<std::string>& directories, unsigned threads,
                                               mark_demand mark = mark_demand::required,
                                               run_monitor* monitor = nullptr, std::uint64_t memory = 0,
                                               const remote_options& remote = {});

}  // namespace urlsieve

#endif
