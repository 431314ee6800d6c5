// "." and ".." as complete path segments, removed in place (RFC 3986 section 5.2.4, rfc2396bis-01 section
// 5.2).
#ifndef URLSIEVE_URL_DOT_SEGMENTS_HPP
#define URLSIEVE_URL_DOT_SEGMENTS_HPP

#include <cstddef>
#include <string_view>

#include "urlsieve/options.hpp"

namespace urlsieve {

// Might `path` hold a dot segment? False only if it holds none.
[[nodiscard]] bool may_hold_dot_segments(std::string_view path);

struct shortened_path {
  std::size_t size;         // of what is left in place
  bool above_root = false;  // some ".." went above the root
};

// Removes the dot segments of the `size` bytes at `path`. ".." above the root is removed, or kept where
// `keep_above_root` says so. A path that does not begin with "/" loses its leading "./" and "../" (when kept,
// the latter stay), and is else treated as RFC 3986 does to the letter: "a/../b" gives "/b".
shortened_path remove_dot_segments(char* path, std::size_t size, bool keep_above_root);

// The same by the steps of the drafts (url-syntax-05 section 5.2 step 6 d to g, rfc2396bis-01 section 5.2
// merge steps 3 to 7), which differ for a path that does not begin with "/": "a/../b" gives "b".
shortened_path remove_dot_segments_as_drafts(char* path, std::size_t size, bool keep_above_root);

}  // namespace urlsieve

#endif
