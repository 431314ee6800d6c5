// Counts the URLs in output directories by scheme, host, registrable domain and public suffix.
#ifndef URLSIEVE_SHARD_CENSUS_HPP
#define URLSIEVE_SHARD_CENSUS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/remote_options.hpp"
#include "urlsieve/top_counts.hpp"

namespace urlsieve {

struct shard_census {
  // Counts are exact for up to 2 * names_kept distinct names of each kind.
  static constexpr std::size_t names_kept = std::size_t{1} << 16U;

  manifest all;  // merged manifest of all directories: totals, and the options that are equal in all
  std::uint64_t directories = 0;
  std::uint64_t shards = 0;
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
  bool counted = false;            // some directory has the column `count`; other rows are 1 reference each
  std::uint64_t without_host = 0;  // URLs without a host
  top_counts schemes{names_kept};
  top_counts hosts{names_kept};
  top_counts domains{names_kept};
  top_counts suffixes{names_kept};  // public suffixes, of hosts that have one
};

// Reads all rows of `directories` and returns their counts. A URL counts once in each directory; an edge
// counts as its document's URL. Uses up to `threads` threads (0: all), as far as `memory` allows (bytes; 0:
// half of the machine's memory); the result does not depend on the number. `monitor` may be null. Returns
// error_code::cannot_read for damaged shards.
[[nodiscard]] result<shard_census> take_census(const std::vector<std::string>& directories, unsigned threads,
                                               success_marker_policy mark = success_marker_policy::required,
                                               run_monitor* monitor = nullptr, std::uint64_t memory = 0,
                                               const remote_options& remote = {});

}  // namespace urlsieve

#endif
