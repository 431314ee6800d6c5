// Validates IRIs: URLs with characters beyond ASCII (RFC 3987). Repair converts IRIs to URLs; this header
// only validates.
#ifndef URLSIEVE_URL_PARSE_IRI_HPP
#define URLSIEVE_URL_PARSE_IRI_HPP

#include "urlsieve/url_view.hpp"

namespace urlsieve {

// Returns true if `url` is a valid IRI (RFC 3987 section 2.2): the generic syntax with ucschar where letters
// may be, and iprivate in queries.
[[nodiscard]] bool is_valid_iri(const url_view& url);

}  // namespace urlsieve

#endif
