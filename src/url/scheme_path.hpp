// What the `scheme` rung does to a path (rfc2396bis-01 section 6.2.3): the rules of the scheme table that
// speak of paths.
#ifndef URLSIEVE_URL_SCHEME_PATH_HPP
#define URLSIEVE_URL_SCHEME_PATH_HPP

#include "src/url/scheme.hpp"

namespace urlsieve {

// Rewrites the path from `path` to `end` in place; it may grow by two bytes. Returns its new end.
char* write_scheme_path(const scheme_info& scheme, bool has_authority, bool has_query, char* path, char* end);

// The same for a query, whose size stays: where the scheme's grammar has no "?", it is the end of the path.
void write_scheme_query(const scheme_info& scheme, char* query, char* end);

}  // namespace urlsieve

#endif
