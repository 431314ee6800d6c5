// What a run counted, as a manifest has it: under headings, and examples.
#ifndef URLSIEVE_SHARDS_RUN_COUNTS_HPP
#define URLSIEVE_SHARDS_RUN_COUNTS_HPP

#include <span>
#include <string_view>
#include <vector>

#include "urlsieve/manifest.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// The headings that are asked for by name.
namespace heading {
inline constexpr std::string_view rejected = "rejected";
inline constexpr std::string_view flagged = "flagged";
inline constexpr std::string_view documents = "documents_by_type";
inline constexpr std::string_view references = "document_references";
inline constexpr std::string_view where = "where";
inline constexpr std::string_view lengths = "url_lengths";
}  // namespace heading

// Every heading, also those under which nothing was counted; heading::lengths is left to count_lengths().
[[nodiscard]] std::vector<manifest_counts> headings_of(const stats& totals);

[[nodiscard]] std::vector<manifest_examples> examples_of(const stats& totals);

// Whether the lengths of all keys were counted, as they are while a shard is written.
[[nodiscard]] bool lengths_are_known(std::span<const shard_summary> shards);

// Sums up the lengths of the keys of the shards that were written. Pairs of an edge are not counted.
void count_lengths(manifest& written);

}  // namespace urlsieve

#endif
