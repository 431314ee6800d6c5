// Recognizes URLs that browsers reject although the generic syntax allows them. Repair follows browsers in
// the interpretation of links, but keeps such URLs; this check is separate.
#ifndef URLSIEVE_URL_PARSE_REFUSAL_HPP
#define URLSIEVE_URL_PARSE_REFUSAL_HPP

#include <string_view>

#include "src/url/scheme.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

// Returns the rule of the WHATWG URL standard by which browsers reject `url`; empty if browsers open the URL.
// `scheme` is the row of its scheme, or null. Requires: `url` is absolute and repaired.
[[nodiscard]] std::string_view refused_by_browsers(const url_view& url, const scheme_info* scheme);

}  // namespace urlsieve

#endif
