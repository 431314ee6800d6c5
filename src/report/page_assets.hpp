// What a page carries besides its text, embedded when the program is built (assets/, and Chart.js where
// Debian's libjs-chart.js was there; cmake/embed_assets.cmake makes the definitions).
#ifndef URLSIEVE_REPORT_PAGE_ASSETS_HPP
#define URLSIEVE_REPORT_PAGE_ASSETS_HPP

#include <string_view>

namespace urlsieve::page_assets {

extern const std::string_view style;
extern const std::string_view chart_library;  // Chart.js; empty: the page has tables alone
extern const std::string_view charts;         // what draws the page's tables with it

// Of the two scripts, as a Content-Security-Policy names them: "'sha256-...' 'sha256-...'".
extern const std::string_view script_hashes;

}  // namespace urlsieve::page_assets

#endif
