// What urlsieve itself leaves in directories that are walked: outputs, whose parts are read and nothing else
// of them, and what runs hold while they are at work, which is no input.
#ifndef URLSIEVE_INPUT_OUTPUT_FOLDER_HPP
#define URLSIEVE_INPUT_OUTPUT_FOLDER_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/stats.hpp"

namespace urlsieve {

struct manifest_search {
  bool is_output = false;
  int failure = 0;  // errno: there is a manifest.json, but it could not be looked at
};

// Whether the directory `prefix` (which ends in "/") with these names in it is an output of urlsieve: its
// manifest.json begins as urlsieve writes it. Then manifest and mark of success are taken off the names.
// Where it could not be looked at they are, too, and the directory counts as one: nobody knows that it is
// none.
[[nodiscard]] manifest_search take_off_manifest(const std::string& prefix, std::vector<std::string>& names);

// Whether what begins with `head` is a manifest.json of urlsieve.
[[nodiscard]] bool begins_as_manifest(std::string_view head);

// "part-00003-of-00016.tsv.zst"
[[nodiscard]] bool is_part_name(std::string_view name);
// "part-00003-of-00016.parquet"
[[nodiscard]] bool is_columns_part_name(std::string_view name);

// Takes off the hidden names under which runs build and keep what they need, and counts them as passed over:
// "file:urlsieve-temporary".
void leave_out_temporaries(std::vector<std::string>& names, stats& counted);

}  // namespace urlsieve

#endif
