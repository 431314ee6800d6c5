// Detects the files of urlsieve in walked directories: outputs, whose parts are input, and temporary files of
// other runs, which are no input.
#ifndef URLSIEVE_INPUT_LISTS_OUTPUT_FOLDER_HPP
#define URLSIEVE_INPUT_LISTS_OUTPUT_FOLDER_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/stats.hpp"

namespace urlsieve {

struct manifest_search {
  bool is_output = false;
  int failure = 0;  // errno if a manifest.json exists but could not be examined; else 0
};

// Detects an output directory of urlsieve by its manifest.json. `names`: the entries of directory `prefix`,
// which ends in "/". Removes manifest, success marker and filters of an output from `names`. A manifest that
// cannot be examined counts as a manifest of urlsieve, because the directory may be an output.
[[nodiscard]] manifest_search drop_manifest(const std::string& prefix, std::vector<std::string>& names);

// Returns true if `head` begins a manifest.json of urlsieve.
[[nodiscard]] bool begins_as_manifest(std::string_view head);

// Returns true for the path of a shard below its output directory: "part-00003-of-00016.tsv.zst", or
// "shard=3/part.tsv.zst".
[[nodiscard]] bool is_part_name(std::string_view name);
// Returns true for "part-00003-of-00016.parquet" and "shard=3/part.parquet".
[[nodiscard]] bool is_parquet_part_name(std::string_view name);

// Returns the length of the folder "shard=3/" at the begin of `path`; 0 if the path begins otherwise.
[[nodiscard]] std::size_t partition_folder_size(std::string_view path);
// Returns the offset in `path` of the path below the output directory, for the path of a shard:
// "part-00003-of-00016.tsv" or "shard=3/part.tsv".
[[nodiscard]] std::size_t part_name_begin(std::string_view path);
// Returns the output directory that `prefix` names: "out" for "out/".
[[nodiscard]] std::string output_at(const std::string& prefix);

// A named shard of an output, whose rows only the manifest describes.
struct named_part {
  std::string output;  // the output directory; empty: the file is no shard of an output
  std::string path;    // of the file
};

// Determines whether the file `path` is a shard, by its name and the manifest.json of its output. If the name
// as given is of no shard ("part.tsv" in the folder "shard=3", a link), the real path of the file decides.
[[nodiscard]] named_part find_part(const std::string& path);

// A directory with one shard of an output, "shard=3", that is named without the output.
struct named_partition {
  std::string output;           // the output directory; empty: the directory is no partition of an output
  std::string prefix;           // the path of the partition, which ends in "shard=3/"
  std::size_t output_size = 0;  // bytes of `prefix` in front of "shard=3/"
  int failure = 0;              // errno if a manifest.json exists above but could not be examined; else 0
};

// Determines whether the directory `path` is a partition, by its name and the manifest.json in the directory
// above. If the name as given is of no partition ("."), the real path of the directory decides.
[[nodiscard]] named_partition find_partition(const std::string& path);

// Returns true for the path of a filter below its output directory: "shard=3/_part.filter".
[[nodiscard]] bool is_partition_filter(std::string_view path);

// Removes the hidden names of temporary files and resume states of runs, and counts them as skipped:
// "file:urlsieve-temporary".
void drop_temporaries(std::vector<std::string>& names, stats& counted);

}  // namespace urlsieve

#endif
