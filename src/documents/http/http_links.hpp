// References in the header of an HTTP response: Location, Content-Location (RFC 9110 sections 10.2.2, 8.7),
// Link (RFC 8288) and Refresh (HTML standard, shared declarative refresh steps).
#ifndef URLSIEVE_DOCUMENTS_HTTP_LINKS_HPP
#define URLSIEVE_DOCUMENTS_HTTP_LINKS_HPP

#include <string_view>
#include <vector>

#include "urlsieve/reference.hpp"

namespace urlsieve {

// Appends the references of one field, `where` being "http:Location" and so on; other fields hold none.
// `value` is unfolded, and what is found points into it.
void find_http_links(std::string_view name, std::string_view value, std::vector<reference>& out);

// What the first link of a Link field points to that is the canonical URL of the message's own (RFC 6596);
// empty: none is.
[[nodiscard]] std::string_view canonical_link(std::string_view value);

}  // namespace urlsieve

#endif
