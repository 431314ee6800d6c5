// Makes the manifest of a run. README.md has the schema.
#ifndef URLSIEVE_SHARDS_MANIFEST_WRITER_HPP
#define URLSIEVE_SHARDS_MANIFEST_WRITER_HPP

#include <span>
#include <string>
#include <string_view>

#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

inline constexpr std::string_view manifest_name = "manifest.json";

// The column that tells under --mark-new whether a URL was in no earlier run: 1 or 0.
inline constexpr std::string_view new_column = "new";

// The manifest of a run; `version` is the program's.
[[nodiscard]] manifest describe(std::string_view version, const extract_options& options, const stats& totals,
                                std::span<const shard_summary> shards);

[[nodiscard]] inline std::string manifest_json(std::string_view version, const extract_options& options,
                                               const stats& totals, std::span<const shard_summary> shards) {
  return describe(version, options, totals, shards).json();
}

// Of a manifest what holds of each of its shards by itself, as JSON: how rows are laid out, and the options.
[[nodiscard]] std::string layout_json(const manifest& of);

// What is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::string as_utf8(std::string_view bytes);

// A key as a manifest holds it: no password, and U+FFFD for what is not UTF-8.
[[nodiscard]] std::string key_for_manifest(std::string_view key);

}  // namespace urlsieve

#endif
