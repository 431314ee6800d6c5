// Finds references in the header of an HTTP response: Location and Content-Location (RFC 9110 sections 10.2.2
// and 8.7), Link (RFC 8288) and Refresh (HTML standard, shared declarative refresh steps).
#ifndef URLSIEVE_DOCUMENTS_HTTP_LINKS_HPP
#define URLSIEVE_DOCUMENTS_HTTP_LINKS_HPP

#include <string_view>
#include <vector>

#include "urlsieve/reference.hpp"

namespace urlsieve {

// Appends the references of one header field; other fields have none. The `where` of a reference is
// "http:Location" and so on. The references point into `value`. Requires: `value` is unfolded.
void find_http_links(std::string_view name, std::string_view value, std::vector<reference>& out);

// Returns the target of the first rel=canonical link (RFC 6596) in a Link field; empty if there is none.
// Links about another document (with an anchor) do not count.
[[nodiscard]] std::string_view canonical_link(std::string_view value);

}  // namespace urlsieve

#endif
