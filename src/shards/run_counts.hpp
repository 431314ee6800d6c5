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
inline constexpr std::string_view choices = "source_documents";  // only with document_options
inline constexpr std::string_view where = "where";
inline constexpr std::string_view lengths = "url_lengths";
}  // namespace heading

// Returns all headings, also empty headings, but no empty heading::choices. heading::lengths is empty; see
// count_lengths().
[[nodiscard]] std::vector<manifest_counts> headings_of(const stats& totals);

// Returns the examples of all headings that have examples.
[[nodiscard]] std::vector<manifest_examples> examples_of(const stats& totals);

// Returns true if every shard has a histogram of key lengths. Shards of shard_writer have a histogram,
// nonempty shards from a manifest lack the histogram.
[[nodiscard]] bool lengths_are_known(std::span<const shard_summary> shards);

// Sets heading::lengths of `written` to the sum over its shards; to an empty histogram for edges. Requires:
// lengths_are_known(written.shards).
void count_lengths(manifest& written);

}  // namespace urlsieve

#endif
