// Merges the output directories of several runs into one directory, with shards in parallel.
#ifndef URLSIEVE_MERGE_SHARDS_HPP
#define URLSIEVE_MERGE_SHARDS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/output_compression.hpp"
#include "urlsieve/remote_options.hpp"
#include "urlsieve/shard_layout.hpp"

namespace urlsieve {

// The reaction to runs with different revisions of the URL rules (manifest::rules): an error, or none.
enum class revision_policy : std::uint8_t { fault, ok };

struct merge_options {
  // Directories in the order of their input. Every function that reads output directories also accepts URLs:
  // "s3://BUCKET/RUN", or "https://HOST/RUN" for a published output.
  std::vector<std::string> directories = {};
  // XXH3-128 of the manifests of `directories`, as 32 hexadecimal digits each, or empty: another manifest is
  // an error. Requires: no directory is a state, and directories_from is empty.
  std::vector<std::string> manifest_checksums = {};
  remote_options remote = {};  // access to remote directories
  // A file that lists further directories, separated by LF or NUL, compressed or not. "-": standard input.
  std::string directories_from = {};
  std::string output = {};
  bool force = false;                                            // replace an existing output
  success_marker_policy mark = success_marker_policy::required;  // for the directories
  revision_policy bad_revision = revision_policy::fault;
  std::uint32_t reshard = 0;                     // number of output shards; 0: as in the directories
  std::optional<std::uint32_t> only_shard = {};  // write only this shard
  std::optional<compression> compress = {};      // nullopt: compression of the first directory
  // The form of the rows; nullopt: the form of the first directory. The directories may have any forms.
  std::optional<row_form> format = {};
  std::optional<shard_layout> layout = {};  // nullopt: layout of the first directory
  // Output columns; empty: the columns of the directories, which must then be equal. Columns of a URL
  // (is_of_url(), fields.hpp), the key and the number of the shard are computed if a directory lacks them.
  std::vector<field> fields = {};
  // output_options::filter_bits of the output; nullopt: as in the first directory.
  std::optional<std::uint32_t> filter_bits = {};
  unsigned threads = 0;      // 0: all threads of the machine
  std::uint64_t memory = 0;  // bytes for the whole process; 0: half of the machine's memory
  // Directory for intermediate merges, if memory or open files do not suffice for a single merge; empty:
  // beside the output.
  std::string temporary = {};
};

// Merges runs into the output that one run over all inputs would give. Counts are summed; other columns of a
// URL come from the first directory that has the URL. Writes options.output atomically and returns its
// manifest. `monitor` may be null; its `documents` counts directories, and its `unique` counts rows read.
//
// Returns error_code::usage for runs with different URL options, edges, keys or orders, for a missing column,
// and if memory or descriptors do not suffice. Runs in the order first-seen cannot be merged. Returns
// error_code::cannot_read for a damaged shard or manifest, and output_exists if the output is not empty and
// `force` is false. After an error, an existing output is unchanged.
[[nodiscard]] result<manifest> merge_shards(const merge_options& options, run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
