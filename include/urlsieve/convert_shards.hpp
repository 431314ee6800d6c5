// Converts output directories into another layout, and normalizes their URLs further.
#ifndef URLSIEVE_CONVERT_SHARDS_HPP
#define URLSIEVE_CONVERT_SHARDS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/merge_shards.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/output_compression.hpp"
#include "urlsieve/remote_options.hpp"
#include "urlsieve/shard_layout.hpp"

namespace urlsieve {

// An option of URLs by name and value, as for set_option() (option_words.hpp): {"drop-tracking", "true"}.
struct url_change {
  std::string name;
  std::string value;
};

// Returns the names of the options that url_change accepts: "ladder", "userinfo", "keep-fragment", and the
// options of option_group::conventions except "tracking-rules".
[[nodiscard]] std::vector<std::string_view> names_of_url_changes();

struct convert_options {
  // Directories, as in merge_options. The first directory gives every property that no option changes.
  std::vector<std::string> directories = {};
  remote_options remote = {};
  std::string directories_from = {};
  std::string output = {};
  bool force = false;
  success_marker_policy mark = success_marker_policy::required;
  revision_policy bad_revision = revision_policy::fault;  // ignored if URLs are normalized again

  // The layout of the output.
  std::uint32_t shards = 0;  // 0: as in the first directory
  std::optional<shard_layout> layout = {};
  std::optional<partition_key> shard_by = {};
  std::optional<row_order> order = {};
  std::optional<row_form> format = {};
  std::optional<compression> compress = {};
  // output_options::filter_bits of the output; nullopt: as in the first directory.
  std::optional<std::uint32_t> filter_bits = {};
  std::optional<key_form> key = {};  // adds or removes the column `key`
  // Output columns, as in merge_options. Columns that the URL determines are computed.
  std::vector<field> fields = {};

  // Changes of the options of the first directory. The URLs of every directory are normalized again by the
  // changed options, which must be at least as strict as the options of the directory.
  std::vector<url_change> url_changes = {};
  // Normalize the URLs again by the rules of this version, if they were made under other revisions.
  bool to_current_rules = false;

  unsigned threads = 0;        // 0: all threads of the machine
  std::uint64_t memory = 0;    // bytes for the whole process; 0: half of the machine's memory
  std::string temporary = {};  // directory for rows that exceed the memory; empty: beside the output
};

struct conversion {
  static constexpr std::size_t most_examples = 100;

  manifest output;
  std::uint64_t rejected_rows = 0;  // rows whose URL is rejected under the new options
  std::uint64_t rejected = 0;       // references of these rows
  // The first rejected rows in input order, at most most_examples: file, row, URL and reason.
  std::vector<std::string> examples = {};
};

// Converts the rows of all directories into the output that `options` describe. Rows whose URLs become equal
// are united: counts are added, sources are united, and all other columns come from the first row in the
// order of the directories, their shards and rows. Counts are exact up to 2^38 - 1, as in a run. Writes
// options.output atomically. `monitor` may be null, and is used as by merge_shards().
//
// Returns error_code::usage for options weaker than those of a directory, for the order first-seen unless
// only the form, the compression or the columns change, and for directories that do not fit each other; other
// errors as merge_shards(). After an error, an existing output is unchanged.
[[nodiscard]] result<conversion> convert_shards(const convert_options& options,
                                                run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
