// Detects deceptive URLs (rfc2396bis-01 section 7). Reports flags only; other modules act on flags. `scheme`
// is the row of the URL's scheme, or null. A userinfo may need the public suffix list and ICU: the functions
// throw as public_suffix_list::system() and to_a_labels() do.
#ifndef URLSIEVE_URL_NORMALIZE_SAFETY_HPP
#define URLSIEVE_URL_NORMALIZE_SAFETY_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/scheme.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

// Returns the flags of a userinfo: userinfo, misleading_userinfo.
[[nodiscard]] std::uint16_t userinfo_flags(std::string_view userinfo);

// Returns the offset of the first escaped control in `url`, or npos. Ignores controls that the grammar of the
// scheme allows (gopher's "%09").
[[nodiscard]] std::size_t find_escaped_control(const url_view& url, const scheme_info* scheme);

// Returns the flags (bits of namespace flag) of `url`: userinfo, misleading_userinfo, odd_port, rare_ip,
// escaped_control, reg_name.
[[nodiscard]] std::uint16_t safety_flags(const url_view& url, const scheme_info* scheme);

}  // namespace urlsieve

#endif
