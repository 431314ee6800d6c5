// The target of a reference (rfc2396bis-01 section 5.2): which component comes from where. Nothing is copied
// yet; the path is given as two pieces to be joined.
#ifndef URLSIEVE_URL_TARGET_HPP
#define URLSIEVE_URL_TARGET_HPP

#include <optional>
#include <string_view>

#include "src/url/scheme.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

struct target {
  std::optional<std::string_view> scheme;  // none: not there; an empty one is another thing
  const scheme_info* info = nullptr;
  bool removes_dots = false;   // the algorithm removes dot segments from the joined path
  bool query_is_path = false;  // url-syntax-05 section 5.2 step 6 c: the query is merged with the path
  std::optional<std::string_view> authority;  // whole, then its parts
  std::optional<std::string_view> userinfo;
  std::string_view host;
  std::optional<std::string_view> port;
  std::string_view path_head;
  std::string_view path_tail;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

// `reference` taken by itself: no algorithm runs.
[[nodiscard]] target as_written(const url_view& reference, const scheme_info* scheme);

// Is a reference with a scheme, the base's own, read as a relative one (RFC 3986 section 5.2.2, strict)?
[[nodiscard]] bool scheme_is_ignored(const url_view& reference, const url_view& base,
                                     const url_options& options);

// The algorithm of options.resolution, to the letter, for any base, an opaque one, too; but in the path of an
// opaque reference (RFC 3986 section 3: "urn:x:a/../b") and in a selector (rfc1738 sections 3.4, 3.9, 3.11)
// there are no segments, so RFC 3986's removal of dot segments leaves these as they are.
[[nodiscard]] target resolve(const url_view& reference, const scheme_info* reference_scheme,
                             const url_view& base, const scheme_info* base_scheme,
                             const url_options& options);

}  // namespace urlsieve

#endif
