// What the rungs do to a path as a whole: the `syntax` rung to its dot segments (rfc2396bis-01
// section 6.2.2.3), the `scheme` rung by the rules of the scheme table that speak of paths (section 6.2.3).
#ifndef URLSIEVE_URL_SCHEME_PATH_HPP
#define URLSIEVE_URL_SCHEME_PATH_HPP

#include <cstddef>

#include "src/url/dot_segments.hpp"
#include "src/url/scheme.hpp"

namespace urlsieve {

// Whose path it is: `info` is null for no scheme and for one that is not in the table.
struct path_owner {
  const scheme_info* info = nullptr;
  bool has_scheme = false;
  bool has_authority = false;
};

// Removes the dot segments of a hierarchical URL's path in place. A relative path keeps them, they mean
// something to the base that is not known; so do the path of an opaque URL and a selector (rfc1738
// section 3.4). Only a leading "./" says nothing after a scheme: it is what guards "./a:b" (RFC 3986
// section 4.2).
shortened_path remove_path_dots(const path_owner& owner, char* path, std::size_t size, bool keep_above_root);

// Rewrites the path from `path` to `end` in place; it may grow by two bytes. Returns its new end.
char* write_scheme_path(const scheme_info& scheme, bool has_authority, bool has_query, char* path, char* end);

// The same for a query, whose size stays: where the scheme's grammar has no "?", it is the end of the path.
void write_scheme_query(const scheme_info& scheme, char* query, char* end);

}  // namespace urlsieve

#endif
