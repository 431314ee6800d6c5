// What a URL hides (rfc2396bis-01 section 7): reported as flags, never acted on here.
#ifndef URLSIEVE_URL_SAFETY_HPP
#define URLSIEVE_URL_SAFETY_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/scheme.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

// The flags of a userinfo: userinfo, misleading_userinfo.
[[nodiscard]] std::uint16_t userinfo_flags(std::string_view userinfo);

// Returns where the first escape of a control begins in `url`, but for controls that the grammar of the
// scheme has (gopher's "%09"); npos if there is none.
[[nodiscard]] std::size_t find_escaped_control(const url_view& url, const scheme_info* scheme);

// The flags (of namespace flag) of `url`: userinfo, misleading_userinfo, odd_port, rare_ip, escaped_control,
// reg_name.
[[nodiscard]] std::uint16_t safety_flags(const url_view& url, const scheme_info* scheme);

}  // namespace urlsieve

#endif
