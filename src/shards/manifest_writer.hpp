// Construction of the manifest of a run. README.md has the schema.
#ifndef URLSIEVE_SHARDS_MANIFEST_WRITER_HPP
#define URLSIEVE_SHARDS_MANIFEST_WRITER_HPP

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/manifest.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct extract_options;

inline constexpr std::string_view manifest_name = "manifest.json";

// Returns the manifest of a run by `version` of the program.
[[nodiscard]] manifest describe(std::string_view version, const extract_options& options, const stats& totals,
                                std::span<const shard_summary> shards);

// Returns the options that shape the rows, in the order of a manifest.
[[nodiscard]] std::vector<manifest_option> manifest_options_of(const extract_options& options);

// Returns manifest_options_of() default options.
[[nodiscard]] std::vector<manifest_option> default_manifest_options();

// Returns true if the rows of `run`, their shards or its options depend on the public suffix list.
[[nodiscard]] bool uses_suffixes(const manifest& run);

// Returns describe() as the text of manifest.json.
[[nodiscard]] inline std::string manifest_json(std::string_view version, const extract_options& options,
                                               const stats& totals, std::span<const shard_summary> shards) {
  return describe(version, options, totals, shards).json();
}

// Returns the parts of a manifest that apply to each shard, as JSON: layout of rows, and options.
[[nodiscard]] std::string layout_json(const manifest& run);

// Replaces bytes that are not UTF-8 by U+FFFD.
[[nodiscard]] std::string as_utf8(std::string_view bytes);

// Returns a key in the form of a manifest: without password, and as as_utf8().
[[nodiscard]] std::string key_for_manifest(std::string_view key);

}  // namespace urlsieve

#endif
