// Style and scripts of the report page, embedded at build time from assets/ and, if installed, Debian's
// libjs-chart.js. cmake/embed_assets.cmake generates the definitions.
#ifndef URLSIEVE_REPORT_PAGE_ASSETS_HPP
#define URLSIEVE_REPORT_PAGE_ASSETS_HPP

#include <string_view>

namespace urlsieve::page_assets {

extern const std::string_view style;
extern const std::string_view chart_library;  // Chart.js; empty: the page has only tables
extern const std::string_view charts;         // script that draws charts from the page's tables

// Hashes of the two scripts for the Content-Security-Policy: "'sha256-...' 'sha256-...'".
extern const std::string_view script_hashes;

}  // namespace urlsieve::page_assets

#endif
