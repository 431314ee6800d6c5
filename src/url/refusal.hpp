// What browsers refuse although the generic syntax allows it. Repair follows browsers in what they make of a
// link; a URL that they would not open is still a URL, so it is kept, and this is asked beside.
#ifndef URLSIEVE_URL_REFUSAL_HPP
#define URLSIEVE_URL_REFUSAL_HPP

#include <string_view>

#include "src/url/scheme.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

// The rule of the WHATWG URL standard by which browsers refuse `url`, which is absolute and repaired; empty:
// they open it. `scheme` is its row, null where it has none.
[[nodiscard]] std::string_view refused_by_browsers(const url_view& url, const scheme_info* scheme);

}  // namespace urlsieve

#endif
