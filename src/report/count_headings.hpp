// The headings of the counts in manifests and statistics, in words for people.
#ifndef URLSIEVE_REPORT_COUNT_HEADINGS_HPP
#define URLSIEVE_REPORT_COUNT_HEADINGS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve {

struct count_heading {
  std::string_view key;      // in the manifest: "url_lengths"
  std::string_view title;    // "Lengths of URLs"
  std::string_view names;    // meaning of the names of the counts: "bytes"
  std::string_view counted;  // unit of the counts: "URLs"
  bool has_sizes = false;    // the names are least sizes of the buckets of a log_histogram
};

inline constexpr std::array count_headings{
    count_heading{"inputs", "Inputs", "state", "inputs"},
    count_heading{"formats", "Inputs by format", "format", "inputs"},
    count_heading{"faults", "Faults by kind", "kind", "times"},
    count_heading{"damaged", "Faults by reason", "reason", "times"},
    count_heading{"rejected", "Rejected references, by reason", "reason", "references"},
    count_heading{"repaired", "Repairs", "repair", "references"},
    count_heading{"flagged", "Safety flags", "flag", "references"},
    count_heading{"source_documents", "Source documents, by filter", "filter", "documents"},
    count_heading{"documents_by_type", "Documents by type", "type", "documents"},
    count_heading{"document_references", "Links per document", "references", "documents", true},
    count_heading{"where", "Links by source", "place", "references"},
    count_heading{"url_lengths", "Lengths of URLs", "bytes", "URLs", true}};

// Returns the heading with this key, or a heading with the key as its title.
[[nodiscard]] constexpr count_heading heading_for(std::string_view key) {
  const auto* const found = std::find_if(count_headings.begin(), count_headings.end(),
                                         [key](const count_heading& row) { return row.key == key; });
  return found == count_headings.end() ? count_heading{key, key, "name", "times"} : *found;
}

// Returns the bucket of a log_histogram whose least size is `name`, the name of a count: "16".
[[nodiscard]] std::size_t bucket_named(std::string_view name);

// Returns the sizes in a bucket of a log_histogram: "16 to 23", or "12,582,912 and more" for the last bucket.
[[nodiscard]] std::string sizes_in(std::size_t bucket);

}  // namespace urlsieve

#endif
