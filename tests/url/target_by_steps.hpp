// Reference: resolves a reference by the steps of each specification, and by rules of known schemes.
#ifndef URLSIEVE_TESTS_URL_TARGET_BY_STEPS_HPP
#define URLSIEVE_TESTS_URL_TARGET_BY_STEPS_HPP

#include <string>

#include "src/url/scheme.hpp"
#include "tests/oracle/resolution_steps.hpp"
#include "urlsieve/url.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::testing {

// True for an absolute reference without a hierarchical path. The algorithm of RFC 3986 leaves its path as
// is.
inline bool is_opaque(const oracle::uri& reference) {
  if (!reference.scheme) return false;
  const scheme_info* const scheme = find_scheme(*reference.scheme);
  if (scheme != nullptr) return !scheme->has(scheme_rule::generic) || scheme->has(scheme_rule::selector);
  return !reference.authority && !reference.path.starts_with('/');
}

// url-syntax-05 section 4.2: an opaque base has no place for a path, query or authority.
inline bool is_opaque_base(const oracle::uri& base) {
  const scheme_info* const scheme = find_scheme(*base.scheme);
  return scheme != nullptr && !scheme->has(scheme_rule::generic);
}

inline bool is_relative(const oracle::uri& reference) {
  return !reference.scheme && (reference.authority || !reference.path.empty() || reference.query);
}

inline std::string by_the_steps(const oracle::uri& base, const oracle::uri& reference,
                                const url_options& options) {
  const bool keep = options.above_root != above_root_choice::remove;
  oracle::uri target = options.resolution == resolution_choice::rfc2396bis
                           ? oracle::target_by_rfc2396bis(base, reference, keep)
                       : options.resolution == resolution_choice::url_syntax_05
                           ? oracle::target_by_url_syntax_05(base, reference, keep)
                       : is_opaque(reference) ? reference
                                              : oracle::target_by_rfc3986(base, reference);
  // RFC 3986 section 3.3: without an authority a path cannot begin with "//".
  if (!target.authority && target.path.starts_with("//")) target.path.insert(0, "/.");
  // RFC 3986 section 4.2: a relative target whose first segment looks like a scheme begins with "./".
  const bool is_merged = target.path != reference.path && target.path != base.path;
  if (!target.scheme && is_merged && url_view::of(target.path).has_scheme()) target.path.insert(0, "./");
  return joined(target);
}

}  // namespace urlsieve::testing

#endif
