// IRIs: the URLs of RFC 3987, whose characters go beyond ASCII. Repair turns them into URLs; here is only the
// question whether one is valid as it stands.
#ifndef URLSIEVE_URL_IRI_HPP
#define URLSIEVE_URL_IRI_HPP

#include "urlsieve/url.hpp"

namespace urlsieve {

// RFC 3987 section 2.2: the generic syntax with ucschar wherever a letter may stand, and iprivate in queries.
[[nodiscard]] bool is_valid_iri(const url_view& url);

}  // namespace urlsieve

#endif
