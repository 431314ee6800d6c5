// Selects the components of a target from reference and base (rfc2396bis-01 section 5.2). Copies nothing: the
// path consists of two pieces to be joined.
#ifndef URLSIEVE_URL_NORMALIZE_TARGET_HPP
#define URLSIEVE_URL_NORMALIZE_TARGET_HPP

#include <optional>
#include <string_view>

#include "src/url/scheme.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

struct url_options;

struct target {
  std::optional<std::string_view> scheme;  // nullopt: undefined, which differs from empty
  const scheme_info* info = nullptr;
  bool removes_dots = false;   // the algorithm removes dot segments from the joined path
  bool query_is_path = false;  // url-syntax-05 section 5.2 step 6 c: the query is merged with the path
  std::optional<std::string_view> authority;  // whole; its parts follow
  std::optional<std::string_view> userinfo;
  std::string_view host;
  std::optional<std::string_view> port;
  std::string_view path_head;
  std::string_view path_tail;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

// Returns `reference` as a target without resolution.
[[nodiscard]] target as_written(const url_view& reference, const scheme_info* scheme);

// Returns true if a reference with the scheme of the base is read as relative (RFC 3986 section 5.2.2, not
// strict).
[[nodiscard]] bool scheme_is_ignored(const url_view& reference, const url_view& base,
                                     const url_options& options);

// Returns the target by the algorithm of options.resolution, to the letter, for any base, including opaque
// bases. Exception: opaque references (RFC 3986 section 3: "urn:x:a/../b") and selectors (rfc1738 sections
// 3.4, 3.9, 3.11) have no segments, so their dot segments stay.
[[nodiscard]] target resolve(const url_view& reference, const scheme_info* reference_scheme,
                             const url_view& base, const scheme_info* base_scheme,
                             const url_options& options);

}  // namespace urlsieve

#endif
