// Compatibility of the shards of two runs: both must write a URL in the same form, into the same shard.
#ifndef URLSIEVE_SHARDS_SHARD_FIT_HPP
#define URLSIEVE_SHARDS_SHARD_FIT_HPP

#include <span>
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/option_row.hpp"

namespace urlsieve {

// Returns true for an option of each URL: a member of url_options or convention_options.
[[nodiscard]] bool is_url_option(const option_row& row);

struct compatibility_options {
  bool same_shard_count = true;
  bool same_rows = true;    // rows of both runs are interchangeable
  bool same_fields = true;  // same columns; ignored without same_rows
  bool same_form = true;    // same form of rows; ignored without same_rows
  bool same_rules = true;   // same revisions of the rules that shape URLs
  bool same_urls = true;    // same options of URLs
  // Same partition, order and key, and the public suffix list on which they depend.
  bool same_layout = true;
};

// Checks that two runs meet `demands`. The error, error_code::usage, names the difference and a remedy.
[[nodiscard]] result<void> check_compatibility(const manifest& first, std::string_view first_name,
                                               const manifest& second, std::string_view second_name,
                                               compatibility_options demands);

// Checks that both outputs have the same revisions of all rules. The error, error_code::usage, names both
// revisions of the first rule set that differs, is mixed, or is missing in one output. `hint` is advice at
// the end of the message.
[[nodiscard]] result<void> check_rules(const std::vector<rule_revision>& first, std::string_view first_name,
                                       const std::vector<rule_revision>& second, std::string_view second_name,
                                       std::string_view hint);

// Returns the manifest of the merged runs, without shards: options that differ are null, and counters are
// added. Requires: the runs passed check_compatibility().
[[nodiscard]] manifest unite(std::string_view version, std::span<const manifest> runs);

// Do the work of unite() for one run at a time: begin_merged_manifest() for the first run, then
// add_to_merged_manifest() for each other run.
[[nodiscard]] manifest begin_merged_manifest(std::string_view version, const manifest& first);
void add_to_merged_manifest(manifest& all, const manifest& run);

}  // namespace urlsieve

#endif
