// The manifest of an output directory (manifest.json): its shards, options and counts. Runs with equal inputs
// and options write the same bytes: a manifest holds no times, thread counts, machine names or input names.
#ifndef URLSIEVE_MANIFEST_HPP
#define URLSIEVE_MANIFEST_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/log_histogram.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/output_compression.hpp"
#include "urlsieve/shard_layout.hpp"

namespace urlsieve {

// The filter file of a shard (see output_options::filter_bits).
struct filter_summary {
  std::uint64_t bytes = 0;  // size of the file; 0: the shard has no filter
  std::string checksum;     // XXH3-128 of the file, 32 hex digits
  std::string index;        // XXH3-64 of the file's index, 16 hex digits, which every reader verifies

  friend bool operator==(const filter_summary&, const filter_summary&) = default;
};

// A shard's entry in the manifest.
struct shard_summary {
  std::string name;  // path below the directory: "part-00003-of-00016.tsv" or "shard=3/part.tsv"
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;          // size of the file
  std::uint64_t content_bytes = 0;  // size of the rows before compression
  std::string checksum;             // XXH3-128 of the file, 32 hex digits
  std::string first_key;            // empty if the shard has no lines
  std::string last_key;
  filter_summary filter = {};
  // The hosts of the URLs with userinfo, which are not beside the other URLs of their hosts: in byte order,
  // each once. nullopt: unknown, because there are too many, or because an older version wrote the shard.
  std::optional<std::vector<std::string>> userinfo_hosts = {};
  log_histogram lengths = {};  // key lengths, while the shard is written; a manifest stores only the sum

  // In a state (update_state.hpp): the directory of the file below the state. If the state has several
  // layers: the shard in each layer, first layer first, instead of a directory and a checksum.
  std::string layer = {};
  std::vector<shard_summary> layers = {};
};

// An option of the run: name and value as JSON; "null" if merged runs differ in the option.
struct manifest_option {
  std::string name;
  std::string value;

  friend bool operator==(const manifest_option&, const manifest_option&) = default;
};

// The counts of a heading: "rejected": {"no-base": 3}.
struct manifest_counts {
  std::string name;
  std::vector<std::pair<std::string, std::uint64_t>> counts;

  friend bool operator==(const manifest_counts&, const manifest_counts&) = default;
};

// The first examples of a reason under a heading: "rejected": {"no-base": ["../x"]}.
struct manifest_examples {
  static constexpr std::size_t most = 3;

  std::string heading;
  std::string reason;
  std::vector<std::string> texts;

  friend bool operator==(const manifest_examples&, const manifest_examples&) = default;
};

// Returns the compression of shards of `form` if `requested` is requested: pages of Parquet always use zstd.
[[nodiscard]] constexpr compression packing_of(row_form form, compression requested) {
  return form == row_form::parquet ? compression::zstd : requested;
}

// Returns true if shards can have the form: each row of CSV may span several lines.
[[nodiscard]] constexpr bool is_of_shards(row_form form) {
  return form != row_form::csv;
}

// Totals over the shards of a directory.
struct shard_sums {
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
};

// A set of rules that affects normalized URLs, and its revision.
struct rule_revision {
  static constexpr std::string_view mixed = "mixed";  // revision of merged runs that differ

  std::string name;
  std::string revision;

  friend bool operator==(const rule_revision&, const rule_revision&) = default;
};

struct manifest {
  std::string version;  // of the program
  partition_key shard_by = partition_key::url;
  std::uint32_t shard_count = 1;
  std::optional<std::uint32_t> only_shard;  // the directory holds only this shard
  std::string public_suffix_list;           // version of the list; empty: the run does not use the list
  std::vector<rule_revision> rules;         // rules besides the list; empty in manifests of older versions
  edge_choice edges = edge_choice::none;
  row_order order = row_order::bytes;
  row_form form = row_form::tsv;
  compression packing = compression::none;
  shard_layout layout = shard_layout::flat;
  std::vector<std::string> fields;
  key_form key = key_form::none;
  std::uint32_t filter_bits = 0;  // of the filter beside each shard; 0: the directory has no filters
  std::vector<manifest_option> options;
  std::uint64_t references = 0;  // found, kept or not
  std::uint64_t kept = 0;
  std::uint64_t unique = 0;
  std::vector<manifest_counts> counted;
  std::vector<manifest_examples> examples;
  std::vector<shard_summary> shards;  // in order; all, or only_shard
  // A lock that keeps the files of a state until the last copy of the manifest is gone; else null.
  std::shared_ptr<const void> lease = {};

  // Returns the revision of the rule set `name`; empty: the run does not use the set, or it is unknown.
  [[nodiscard]] std::string_view rule(std::string_view name) const;

  // Returns the JSON value of the option `name`, or null.
  [[nodiscard]] const std::string* option(std::string_view name) const;

  // Returns the format of the rows: "txt" for URLs alone, "tsv" for several fields, "jsonl", "parquet".
  [[nodiscard]] std::string_view rows() const;

  [[nodiscard]] shard_sums sums() const;

  // Returns the counts of a heading, or null.
  [[nodiscard]] const manifest_counts* counts(std::string_view heading) const;

  // Returns false if no kept reference of the run had userinfo; true if one had, or if the counts are
  // unknown.
  [[nodiscard]] bool may_have_userinfo() const;

  // Returns the text of manifest.json.
  [[nodiscard]] std::string json() const;
};

// Requirement on _SUCCESS, which marks an output directory as complete.
enum class success_marker_policy : std::uint8_t { required, may_be_missing };

// Returns the manifest of an output directory on this machine; for a directory that is a URL, use
// output_reader. Returns error_code::cannot_open if manifest.json is missing. Returns cannot_read if the
// manifest is invalid, or if _SUCCESS is damaged, or missing although `demand` requires _SUCCESS.
[[nodiscard]] result<manifest> open_manifest(const std::string& directory,
                                             success_marker_policy demand = success_marker_policy::required);

}  // namespace urlsieve

#endif
