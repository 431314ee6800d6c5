// The counters and examples of a run in the form of a manifest.
#ifndef URLSIEVE_SHARDS_RUN_COUNTS_HPP
#define URLSIEVE_SHARDS_RUN_COUNTS_HPP

#include <span>
#include <string_view>
#include <vector>

#include "urlsieve/manifest.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Headings that other modules look up by name.
namespace heading {
inline constexpr std::string_view rejected = "rejected";
inline constexpr std::string_view flagged = "flagged";
inline constexpr std::string_view documents = "documents_by_type";
inline constexpr std::string_view references = "document_references";
inline constexpr std::string_view where = "where";
inline constexpr std::string_view lengths = "url_lengths";
}  // namespace heading

// Returns all headings, also empty headings, except heading::lengths (see count_lengths()).
[[nodiscard]] std::vector<manifest_counts> headings_of(const stats& totals);

[[nodiscard]] std::vector<manifest_examples> examples_of(const stats& totals);

// Returns true if every shard has a histogram of key lengths, as written shards do.
[[nodiscard]] bool lengths_are_known(std::span<const shard_summary> shards);

// Sets heading::lengths to the sum over the written shards; the histogram of edges is empty.
void count_lengths(manifest& written);

}  // namespace urlsieve

#endif
