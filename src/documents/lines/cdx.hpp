// CDX and CDXJ: the indexes of web archives, a line for each capture; the URL that was captured is one field.
// CDX (Internet Archive, "CDX file format") has blanks between fields named by letters in its first line,
// where "a" is the original URL; CDXJ (pywb, OpenWayback) has a key, a date and a JSON object.
#ifndef URLSIEVE_DOCUMENTS_CDX_HPP
#define URLSIEVE_DOCUMENTS_CDX_HPP

#include <vector>

#include "src/documents/lines/line_runs.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Slices are windows of one document of media::cdx.
class cdx_splitter final : public line_run_splitter {
 public:
  explicit cdx_splitter(const input_options& options)
      : line_run_splitter(slice_kind::whole, media::cdx, options) {}
};

// Appends the URL of each capture in `index` to `out`. Of a CDX line that is the first of its second to
// fourth fields that has a scheme, as in all orders of fields that are in use, so that no line depends on the
// first one; of a CDXJ line the string "url" of the object, else "uri" or a member that other writers use
// ("original_uri"). Where a line holds no URL, its key (SURT) is turned back into one, whose place is
// "cdx:key". A line without either is counted, but those of the header are not. Strings with escapes are
// decoded into `room`. REQUIRES: less than 4 GiB.
void read_cdx_lines(const document& index, std::vector<reference>& out, arena& room, stats& counted);

}  // namespace urlsieve

#endif
