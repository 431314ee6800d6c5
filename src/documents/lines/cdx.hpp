// Reads the captured URLs of CDX and CDXJ files, the indexes of web archives with one capture per line. CDX
// (Internet Archive, "CDX file format") has fields separated by blanks; the first line names the fields by
// letters, and "a" is the original URL. CDXJ (pywb, OpenWayback) has a key, a date and a JSON object.
#ifndef URLSIEVE_DOCUMENTS_CDX_HPP
#define URLSIEVE_DOCUMENTS_CDX_HPP

#include <vector>

#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Appends the URL of each capture in `index` to `out`. In CDX, the URL is the first of the second to fourth
// fields that has a scheme, or is a host with a path ("a.example:80/x"). This rule fits all field orders in
// use, so the reader needs no header line. In CDXJ, the URL is the member "url" of the object, else "uri" or
// a member of other writers ("original_uri"). A URL without a scheme gets "http://".
//
// If a line has no URL, its key (SURT) is converted to a URL; the reference then has where == "cdx:key". A
// line without URL and key is counted as skipped ("capture:no-url"). An object that is not closed is
// damage::bad_line. Header lines are ignored. References point into `index` or `scratch`, and
// reference::position is the offset of the line. Requires: the index is smaller than 4 GiB.
void read_cdx_lines(const document& index, std::vector<reference>& out, arena& scratch, stats& counted);

}  // namespace urlsieve

#endif
