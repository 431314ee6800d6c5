// A target written out at a rung of the comparison ladder (rfc2396bis-01 section 6.2).
#ifndef URLSIEVE_URL_NORMALIZE_HPP
#define URLSIEVE_URL_NORMALIZE_HPP

#include <cstddef>

#include "src/url/target.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct written_url {
  std::size_t size = 0;
  rejection rejected = rejection::none;
  url_offsets at;        // of the components written; of an opaque URL's authority only where it is
  bool rare_ip = false;  // the host is an IPv4 address in a rare notation (section 7.3)
};

// What write_url() may add to the bytes of the target.
inline constexpr std::size_t write_slack = 64;

// The rung whose form a URL is written in before what was observed of it comes into play (rfc2396bis-01
// section 6.2.4).
[[nodiscard]] constexpr rung rung_of_form(rung ladder) {
  return ladder == rung::protocol ? rung::scheme : ladder;
}

// Writes `url` at rung `ladder`, which is not `protocol`. Of the options only unreserved, above_root (with
// resolution), keep_fragment and userinfo are asked. A path that would read as an authority or as a scheme
// where the URL has none gets "/." or "./" before it (RFC 3986 sections 3.3 and 4.2).
[[nodiscard]] written_url write_url(const target& url, rung ladder, const url_options& options, char* out);

// Writes `url` at the `string` rung, with its fragment: the recomposition of RFC 3986 section 5.3. Guards a
// path as write_url() does, so that the result parses back into the components of `url`.
[[nodiscard]] written_url recompose(const target& url, const url_options& options, char* out);

}  // namespace urlsieve

#endif
