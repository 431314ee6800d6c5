// Writes a resolved target at a rung of the comparison ladder (rfc2396bis-01 section 6.2).
#ifndef URLSIEVE_URL_NORMALIZE_NORMALIZE_HPP
#define URLSIEVE_URL_NORMALIZE_NORMALIZE_HPP

#include <cstddef>

#include "src/url/normalize/target.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/url_choices.hpp"

namespace urlsieve {

struct url_options;

struct written_url {
  std::size_t size = 0;
  rejection rejected = rejection::none;
  url_offsets at;        // of the result; the authority of an opaque URL is not split
  bool rare_ip = false;  // the host is an IPv4 address in a rare notation (section 7.3)
};

// The number of bytes that write_url() may add to the bytes of the target.
inline constexpr std::size_t write_slack = 64;

// Returns the rung at which a URL is written. The `protocol` rung writes the form of the scheme rung, before
// observed redirects apply (rfc2396bis-01 section 6.2.4).
[[nodiscard]] constexpr rung rung_of_form(rung ladder) {
  return ladder == rung::protocol ? rung::scheme : ladder;
}

// Writes `url` at rung `ladder` to `out`. Uses only the options unreserved, above_root, resolution,
// keep_fragment and userinfo. Writes "/." or "./" before a path that would be read as an authority or a
// scheme (RFC 3986 sections 3.3 and 4.2). Requires: `ladder` is not `protocol`, and `out` has write_slack
// bytes more than the target.
[[nodiscard]] written_url write_url(const target& url, rung ladder, const url_options& options, char* out);

// Writes `url` at the `string` rung, with its fragment: the recomposition of RFC 3986 section 5.3. Guards
// paths as write_url() does, so that the result parses into the components of `url`.
[[nodiscard]] written_url recompose(const target& url, const url_options& options, char* out);

}  // namespace urlsieve

#endif
