// Reads whole output directories and tells what in them is not as it should be.
#ifndef URLSIEVE_VERIFY_SHARDS_HPP
#define URLSIEVE_VERIFY_SHARDS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct verify_report {
  std::vector<std::string>
      faults;  // one sentence each, in order; of lines that share a fault the first is named
  std::uint64_t shards = 0;
  std::uint64_t lines = 0;
};

// Names, sizes, checksums, manifest and _SUCCESS of each directory, which may lack that if `mark` says so; in
// each shard lines, columns, first and last key, order, that no key stands twice (in order first-seen by
// 128-bit fingerprints), and that each belongs there. `memory` and `remote` as merge_options has them; of a
// URL that is no s3:// nobody tells which other names there are. An error only where a directory is not
// there, the run was interrupted, memory or descriptors ran out or are too few.
[[nodiscard]] result<verify_report> verify_shards(const std::vector<std::string>& directories,
                                                  unsigned threads, mark_demand mark = mark_demand::required,
                                                  run_monitor* monitor = nullptr, std::uint64_t memory = 0,
                                                  const remote_options& remote = {});

}  // namespace urlsieve

#endif
