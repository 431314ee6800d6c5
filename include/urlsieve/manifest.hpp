// What an output directory holds and how it was made: its manifest.json. The same run gives the same bytes:
// no times, no threads, no names of hosts or inputs.
#ifndef URLSIEVE_MANIFEST_HPP
#define URLSIEVE_MANIFEST_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/log_histogram.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// What the manifest says of a shard.
struct shard_summary {
  std::string name;  // of the file, without its directory
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;          // of the file
  std::uint64_t content_bytes = 0;  // of the rows, before compression
  std::string checksum;             // XXH3-128 of the file, 32 hex digits
  std::string first_key;            // empty if there are no lines
  std::string last_key;
  log_histogram lengths = {};  // of its keys, while it is written; a manifest has their sum
};

// A choice of the run: its name and its value as JSON, "null" where merged runs differ in it.
struct manifest_option {
  std::string name;
  std::string value;

  friend bool operator==(const manifest_option&, const manifest_option&) = default;
};

// What was counted under one heading: "rejected": {"no-base": 3}.
struct manifest_counts {
  std::string name;
  std::vector<std::pair<std::string, std::uint64_t>> counts;

  friend bool operator==(const manifest_counts&, const manifest_counts&) = default;
};

// References that were met under a reason of a heading, the first ones: "rejected": {"no-base": ["../x"]}.
struct manifest_examples {
  static constexpr std::size_t most = 3;

  std::string heading;
  std::string reason;
  std::vector<std::string> texts;

  friend bool operator==(const manifest_examples&, const manifest_examples&) = default;
};

// What shards of a form are packed by where `asked` is asked for: pages of Parquet are zstd frames always.
[[nodiscard]] constexpr compression packing_of(row_form form, compression asked) {
  return form == row_form::parquet ? compression::zstd : asked;
}

// What the files of a directory hold together.
struct shard_sums {
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
};

// A set of rules that shapes URLs, and which of its revisions did.
struct rule_revision {
  static constexpr std::string_view mixed = "mixed";  // of merged runs that differ in it

  std::string name;
  std::string revision;

  friend bool operator==(const rule_revision&, const rule_revision&) = default;
};

struct manifest {
  std::string version;  // of the program
  partition_key shard_by = partition_key::url;
  std::uint32_t shard_count = 1;
  std::optional<std::uint32_t> only_shard;  // just this one is in the directory
  std::string public_suffix_list;           // which one; empty: it plays no part
  std::vector<rule_revision> rules;  // those that shape URLs, but for that list; empty in manifests of before
  edge_choice edges = edge_choice::none;
  row_order order = row_order::bytes;
  row_form form = row_form::tsv;
  compression packing = compression::none;
  std::vector<std::string> fields;
  key_form key = key_form::none;
  std::vector<manifest_option> options;
  std::uint64_t references = 0;  // found, kept or not
  std::uint64_t kept = 0;
  std::uint64_t unique = 0;
  std::vector<manifest_counts> counted;
  std::vector<manifest_examples> examples;
  std::vector<shard_summary> shards;  // in order; all, or only_shard

  // The revision of the rule set of that name; empty: it plays no part, or is not known.
  [[nodiscard]] std::string_view rule(std::string_view name) const;

  // The option of that name, or null.
  [[nodiscard]] const std::string* option(std::string_view name) const;

  // "txt" for URLs alone, "tsv" for several fields, "jsonl", "parquet".
  [[nodiscard]] std::string_view rows() const;

  [[nodiscard]] shard_sums sums() const;

  // What was counted under a heading, or null.
  [[nodiscard]] const manifest_counts* counts(std::string_view heading) const;

  [[nodiscard]] std::string json() const;
};

// Whether a directory has to say that all of its input was read.
enum class mark_demand : std::uint8_t { required, may_be_missing };

// The manifest of an output that is to be used: error_code::cannot_read if the mark of success is damaged, or
// missing where it is required.
[[nodiscard]] result<manifest> open_manifest(const std::string& directory,
                                             mark_demand demand = mark_demand::required);

}  // namespace urlsieve

#endif
