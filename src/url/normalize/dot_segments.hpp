// Removes "." and ".." as complete path segments in place (RFC 3986 section 5.2.4, rfc2396bis-01 section
// 5.2).
#ifndef URLSIEVE_URL_NORMALIZE_DOT_SEGMENTS_HPP
#define URLSIEVE_URL_NORMALIZE_DOT_SEGMENTS_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns false only if `path` has no dot segment; true may be a false alarm.
[[nodiscard]] bool may_hold_dot_segments(std::string_view path);

struct shortened_path {
  std::size_t size;         // of the path after the removal
  bool above_root = false;  // a ".." led above the root
};

// Removes the dot segments of the `size` bytes at `path`. Removes ".." above the root, or keeps it if
// `keep_above_root`. A path without a leading "/" loses leading "./" and "../" (`keep_above_root` keeps
// "../"). The rest follows RFC 3986 to the letter: "a/../b" gives "/b".
shortened_path remove_dot_segments(char* path, std::size_t size, bool keep_above_root);

// Removes dot segments by the steps of the drafts (url-syntax-05 section 5.2 step 6 d to g, rfc2396bis-01
// section 5.2 merge steps 3 to 7). Differs for a path without a leading "/": "a/../b" gives "b".
shortened_path remove_dot_segments_as_drafts(char* path, std::size_t size, bool keep_above_root);

}  // namespace urlsieve

#endif
