// File types that the URL of a capture implies, for responses whose declared type is vague. The names are
// fixed by a standard or by convention.
#ifndef URLSIEVE_DOCUMENTS_CAPTURED_NAME_HPP
#define URLSIEVE_DOCUMENTS_CAPTURED_NAME_HPP

#include <string_view>

namespace urlsieve {

// Returns the path of an absolute URL with its first "/"; empty if there is none.
[[nodiscard]] std::string_view captured_path(std::string_view url);

// Returns true if the path of `url` is /robots.txt (RFC 9309 section 2.3).
[[nodiscard]] bool is_robots_url(std::string_view url);

// Returns true if the last path segment names a gzipped sitemap: ".xml.gz", or "sitemap" and ".gz" at the
// end.
[[nodiscard]] bool is_gzipped_sitemap_url(std::string_view url);

// Returns true if the path of `url` ends as the name of a message or of a page that a browser saved as one:
// ".eml", ".mht" or ".mhtml".
[[nodiscard]] bool is_message_url(std::string_view url);

}  // namespace urlsieve

#endif
