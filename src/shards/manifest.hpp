// manifest.json: what an output directory holds and how it was made. The same run gives the same bytes: no
// times, no threads, no names of hosts or inputs. README.md has the schema.
#ifndef URLSIEVE_SHARDS_MANIFEST_HPP
#define URLSIEVE_SHARDS_MANIFEST_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/shards/shard_writer.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

inline constexpr std::string_view manifest_name = "manifest.json";

// The column that tells under --mark-new whether a URL was in no earlier run: 1 or 0.
inline constexpr std::string_view new_column = "new";

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

// What the files of a directory hold together.
struct shard_sums {
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
};

struct manifest {
  std::string version;  // of the program
  partition_key shard_by = partition_key::url;
  std::uint32_t shard_count = 1;
  std::optional<std::uint32_t> only_shard;  // just this one is in the directory
  std::string public_suffix_list;           // which one; empty: it plays no part
  edge_choice edges = edge_choice::none;
  row_order order = row_order::bytes;
  bool jsonl = false;
  compression packing = compression::none;
  std::vector<std::string> fields;
  key_form key = key_form::none;
  std::vector<manifest_option> options;
  std::uint64_t references = 0;  // found, kept or not
  std::uint64_t kept = 0;
  std::uint64_t unique = 0;
  std::vector<manifest_counts> counted;
  std::vector<shard_summary> shards;  // in order; all, or only_shard

  // The option of that name, or null.
  [[nodiscard]] const std::string* option(std::string_view name) const;

  // "txt" for URLs alone, "tsv" for several fields, "jsonl".
  [[nodiscard]] std::string_view rows() const;

  [[nodiscard]] shard_sums sums() const;

  [[nodiscard]] std::string json() const;
};

// The manifest of a run; `version` is the program's.
[[nodiscard]] manifest describe(std::string_view version, const extract_options& options, const stats& totals,
                                std::span<const shard_summary> shards);

[[nodiscard]] inline std::string manifest_json(std::string_view version, const extract_options& options,
                                               const stats& totals, std::span<const shard_summary> shards) {
  return describe(version, options, totals, shards).json();
}

// A key as a manifest holds it: no password, and U+FFFD for what is not UTF-8.
[[nodiscard]] std::string key_for_manifest(std::string_view key);

}  // namespace urlsieve

#endif
