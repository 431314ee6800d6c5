// Verifies output directories against their manifests.
#ifndef URLSIEVE_VERIFY_SHARDS_HPP
#define URLSIEVE_VERIFY_SHARDS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve {

struct verify_report {
  std::vector<std::string>
      faults;  // one sentence a fault, in order; for a fault of many lines, the first line
  std::uint64_t shards = 0;
  std::uint64_t lines = 0;
};

// Reads all shards and returns a report. Checks file names, sizes, checksums, the manifest and _SUCCESS
// (which may be missing if `mark` allows it). In each shard, checks the number of lines, columns, first and
// last key, order, duplicate keys (in order first-seen by 128-bit fingerprints), and the partition of each
// key. In a web graph, checks columns, ids, order, and degrees and totals against the edges. Extra files are
// not detected behind http:// and https:// URLs, because the server cannot list them.
//
// Damage is a fault in the report, not an error. `threads`, `memory` and `remote` are as in merge_options;
// `monitor` may be null. Returns an error only if a directory is missing (no_such_input), the run is
// interrupted, or memory or descriptors do not suffice (usage, out_of_memory).
[[nodiscard]] result<verify_report> verify_shards(
    const std::vector<std::string>& directories, unsigned threads,
    success_marker_policy mark = success_marker_policy::required, run_monitor* monitor = nullptr,
    std::uint64_t memory = 0, const remote_options& remote = {});

}  // namespace urlsieve

#endif
