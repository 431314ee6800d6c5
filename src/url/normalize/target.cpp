// The branches follow the pseudo code of the algorithms in order. The three documents differ in four places;
// the conditions name the document.
#include "src/url/normalize/target.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

bool same_scheme_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii::lower(x) == ascii::lower(y); });
}

std::optional<std::string_view> optional_part(bool is_there, std::string_view text) {
  return is_there ? std::optional(text) : std::nullopt;
}

void set_authority(target& to, const url_view& from) {
  to.authority = optional_part(from.has_authority(), from.authority());
  to.userinfo = optional_part(from.has_userinfo(), from.userinfo());
  to.host = from.host();
  to.port = optional_part(from.has_port(), from.port());
}

// Returns the base's path without its last segment; "/" if there is an authority and no path.
std::string_view directory_of(const url_view& base, bool slash_without_authority) {
  const std::string_view path = base.path();
  if (path.empty() && (base.has_authority() || slash_without_authority)) return "/";
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

// Returns true if the algorithm must not interpret the path, because the path has no segments.
bool is_opaque_or_selector(const url_view& reference, const scheme_info* scheme) {
  if (!reference.has_scheme()) return false;
  if (scheme != nullptr) return !scheme->has(scheme_rule::generic) || scheme->has(scheme_rule::selector);
  return !reference.has_authority() && !reference.path().starts_with('/');
}

}  // namespace

target as_written(const url_view& reference, const scheme_info* scheme) {
  target to;
  to.scheme = optional_part(reference.has_scheme(), reference.scheme());
  to.info = scheme;
  set_authority(to, reference);
  to.path_tail = reference.path();
  to.query = optional_part(reference.has_query(), reference.query());
  to.fragment = optional_part(reference.has_fragment(), reference.fragment());
  return to;
}

bool scheme_is_ignored(const url_view& reference, const url_view& base, const url_options& options) {
  return options.same_scheme == same_scheme_choice::compatible &&
         same_scheme_name(reference.scheme(), base.scheme());
}

target resolve(const url_view& reference, const scheme_info* reference_scheme, const url_view& base,
               const scheme_info* base_scheme, const url_options& options) {
  const bool rfc3986 = options.resolution == resolution_choice::rfc3986;
  const bool year1997 = options.resolution == resolution_choice::url_syntax_05;
  target to = as_written(reference, reference_scheme);
  to.removes_dots = rfc3986 && !is_opaque_or_selector(reference, reference_scheme);
  if (reference.has_scheme() && !scheme_is_ignored(reference, base, options)) return to;
  to.scheme = optional_part(base.has_scheme(), base.scheme());
  to.info = base_scheme;
  if (reference.has_authority()) return to;
  set_authority(to, base);
  const std::string_view path = reference.path();
  if (path.empty() && !(year1997 && reference.has_query())) {
    to.removes_dots = false;
    to.path_tail = base.path();
    if (!reference.has_query()) to.query = optional_part(base.has_query(), base.query());
    return to;
  }
  if (path.starts_with('/')) return to;
  to.path_head = directory_of(base, options.resolution == resolution_choice::rfc2396bis);
  to.removes_dots = true;
  to.query_is_path = year1997;
  return to;
}

}  // namespace urlsieve
