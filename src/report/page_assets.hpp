// Style and scripts of the report page, embedded at build time from assets/ and, if installed, Debian's
// libjs-chart.js. cmake/embed_assets.cmake generates the definitions.
#ifndef URLSIEVE_REPORT_PAGE_ASSETS_HPP
#define URLSIEVE_REPORT_PAGE_ASSETS_HPP

#include <string_view>

namespace urlsieve::page_assets {

extern const std::string_view style;
extern const std::string_view table_script;   // sorts and filters the page's tables
extern const std::string_view chart_library;  // Chart.js; empty: the page has only tables
extern const std::string_view chart_script;   // draws charts from the page's tables; empty without Chart.js

// Hashes of the scripts for the Content-Security-Policy: "'sha256-...'", and "'sha256-...' 'sha256-...'" for
// library and script of the charts.
extern const std::string_view table_script_hash;
extern const std::string_view chart_script_hashes;

}  // namespace urlsieve::page_assets

#endif
