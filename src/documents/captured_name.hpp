// What the URL of a capture says about its body where the type that the server told does not: some names are
// fixed by a standard or a convention.
#ifndef URLSIEVE_DOCUMENTS_CAPTURED_NAME_HPP
#define URLSIEVE_DOCUMENTS_CAPTURED_NAME_HPP

#include <string_view>

namespace urlsieve {

// The path is /robots.txt (RFC 9309 section 2.3).
[[nodiscard]] bool is_robots_url(std::string_view url);

// The last segment ends like a gzipped sitemap's: in ".xml.gz", or in ".gz" with "sitemap" before it.
[[nodiscard]] bool is_packed_sitemap_url(std::string_view url);

}  // namespace urlsieve

#endif
