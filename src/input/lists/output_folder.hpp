// Detects the files of urlsieve in walked directories: outputs, whose parts are input, and temporary files of
// other runs, which are no input.
#ifndef URLSIEVE_INPUT_LISTS_OUTPUT_FOLDER_HPP
#define URLSIEVE_INPUT_LISTS_OUTPUT_FOLDER_HPP

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

// Returns true for "part-00003-of-00016.tsv.zst".
[[nodiscard]] bool is_part_name(std::string_view name);
// Returns true for "part-00003-of-00016.parquet".
[[nodiscard]] bool is_parquet_part_name(std::string_view name);

// Removes the hidden names of temporary files and resume states of runs, and counts them as skipped:
// "file:urlsieve-temporary".
void drop_temporaries(std::vector<std::string>& names, stats& counted);

}  // namespace urlsieve

#endif
