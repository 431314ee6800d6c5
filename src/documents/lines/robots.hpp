// Detects robots.txt (RFC 9309, with the Sitemap field of sitemaps.org): lines of "Field: value" and
// comments behind "#".
#ifndef URLSIEVE_DOCUMENTS_ROBOTS_HPP
#define URLSIEVE_DOCUMENTS_ROBOTS_HPP

#include "src/documents/input_head.hpp"

namespace urlsieve {

// Returns true if the first lines are robots.txt fields only, among them a User-agent, or a Sitemap with an
// absolute URL. A refused file is read as text, which also finds its sitemaps.
[[nodiscard]] bool begins_robots(const input_head& head);

}  // namespace urlsieve

#endif
