// Normalizes a path as a whole: dot segments at the `syntax` rung (rfc2396bis-01 section 6.2.2.3), and the
// path rules of the scheme table at the `scheme` rung (section 6.2.3).
#ifndef URLSIEVE_URL_NORMALIZE_SCHEME_PATH_HPP
#define URLSIEVE_URL_NORMALIZE_SCHEME_PATH_HPP

#include <cstddef>

#include "src/url/normalize/dot_segments.hpp"
#include "src/url/scheme.hpp"

namespace urlsieve {

// Properties of the URL of a path. `info` is null without a scheme, and for schemes outside the table.
struct path_owner {
  const scheme_info* info = nullptr;
  bool has_scheme = false;
  bool has_authority = false;
};

// Removes the dot segments of a hierarchical URL's path in place. Relative paths keep them, because their
// meaning depends on the unknown base; opaque paths and selectors keep them, too (rfc1738 section 3.4). After
// a scheme outside the table, a leading "./" is removed, because "./" only guards paths without a scheme
// ("./a:b", RFC 3986 section 4.2).
shortened_path remove_path_dots(const path_owner& owner, char* path, std::size_t size, bool keep_above_root);

// Applies the scheme's rules to the path from `path` to `end` in place and returns the new end. The path may
// grow by two bytes. Requires: two readable bytes before `path`.
char* write_scheme_path(const scheme_info& scheme, bool has_authority, bool has_query, char* path, char* end);

// Applies the path rules to a query, whose size stays: without "?" in the scheme's grammar, the query is the
// end of the path.
void write_scheme_query(const scheme_info& scheme, char* query, char* end);

}  // namespace urlsieve

#endif
