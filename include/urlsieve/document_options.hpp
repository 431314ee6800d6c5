// Filters for source documents: which records of web archives and which messages are searched for URLs.
#ifndef URLSIEVE_DOCUMENT_OPTIONS_HPP
#define URLSIEVE_DOCUMENT_OPTIONS_HPP

#include <string>
#include <vector>

namespace urlsieve {

// Filters for source documents. A document is searched if it fits every filter; an empty filter accepts all
// documents. Filters apply in the order below, and a skipped document is counted under the first filter that
// it does not fit (document_choice.hpp). Ignored by an extractor.
//
// The filters of captures apply to records of web archives (WARC, ARC, WAT, WET) and to entries of HAR files;
// the filters of source URLs also apply to other documents that have a URL of their own. The filters of
// messages apply to mail and news. Documents of other kinds fit.
struct document_options {
  std::vector<std::string> record_types;  // WARC-Type, in any case: "response", "revisit"
  std::vector<std::string> status;        // HTTP status codes: "200"; "3xx" matches 300 to 399
  std::vector<std::string> media_types;   // without parameters: "text/html"; "text/*" matches any subtype
  // A range of dates, "2024-01..2024-03-15": the bounds are prefixes of dates in ISO 8601 or of 14 digits,
  // and belong to the range. Either bound may be empty; a single date without ".." is the range of its
  // period.
  std::string captured;
  // Files of names, as filter_options::hosts and domains: one of the two lists must have the source's host.
  std::vector<std::string> source_hosts;
  std::vector<std::string> source_domains;
  // RE2 expressions, as filter_options::include and exclude, matched in the normalized URL of the source.
  std::vector<std::string> source_include;
  std::vector<std::string> source_exclude;
  std::string message_date;               // a range as `captured`, for the field Date
  std::vector<std::string> from_domains;  // domains of addresses in From, and all names below these domains
  std::vector<std::string> list_ids;      // identifiers in List-Id, without "<>", in any case
};

}  // namespace urlsieve

#endif
