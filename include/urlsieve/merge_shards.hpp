// Output directories of several runs merged into one, shard by shard and shards in parallel.
#ifndef URLSIEVE_MERGE_SHARDS_HPP
#define URLSIEVE_MERGE_SHARDS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Whether the runs must have been made under the same revision of the rules that shape URLs
// (manifest::rules).
enum class revision_policy : std::uint8_t { fault, ok };

struct merge_options {
  // In the order of the input that they were made from. Here and where else output directories are read, they
  // may be URLs: "s3://BUCKET/RUN", or "https://HOST/RUN" of what was published.
  std::vector<std::string> directories = {};
  remote_options remote = {};  // how those are reached
  // A list of more of them, behind those: one a line, or one up to each NUL; it may be compressed. "-":
  // standard input.
  std::string directories_from = {};
  std::string output = {};
  bool force = false;
  mark_demand mark = mark_demand::required;  // of the directories
  revision_policy bad_revision = revision_policy::fault;
  std::uint32_t reshard = 0;                     // the number of shards to make; 0: as many as there are
  std::optional<std::uint32_t> only_shard = {};  // make this one alone
  std::optional<compression> compress = {};      // none: that of the first directory
  // The columns of the rows; empty: those of the directories, which must then be the same. Columns of a URL
  // (is_of_url(), fields.hpp) are made where a directory lacks them.
  std::vector<field> fields = {};
  unsigned threads = 0;      // 0: as many as the machine has
  std::uint64_t memory = 0;  // bytes for the whole process; 0: half of what the machine has
  // Where rows lie that were merged of some directories, when memory or open files do not do for all at a
  // time; empty: beside the output.
  std::string temporary = {};
};

// What several runs found as one run would have: counts added up, all else of a URL from the first directory
// that has it. Writes options.output whole or not at all and returns its manifest. `monitor` may be null; its
// documents are the directories. error_code::usage where the runs do not fit together.
[[nodiscard]] result<manifest> merge_shards(const merge_options& options, run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
