// Look before you copy: proves in one vector pass that a reference, put behind a prefix that is in normal
// form, gives a URL in normal form, and copies it on the way. Most real URLs are; the others take the long
// way.
#ifndef URLSIEVE_URL_NORMAL_FORM_HPP
#define URLSIEVE_URL_NORMAL_FORM_HPP

#include <cstddef>
#include <string_view>

#include "urlsieve/url.hpp"

namespace urlsieve {

// What copy_if_normal() and join_if_normal() may write behind the result.
inline constexpr std::size_t normal_form_overrun = 128;

// Bytes of an absolute http or https URL, copied to `out`; 0: it may not be in normal form, or it is not
// plain (userinfo, port, host that is no lower-case hostname ...): nothing is known then. Without
// `keep_fragment` a fragment is cut off.
[[nodiscard]] std::size_t copy_if_normal(std::string_view url, bool keep_fragment, char* out);

// The same for a relative reference against `base`, an http or https URL in normal form: the URL is resolved
// by RFC 3986 section 5.2 with what goes above the root removed. `base_bytes` must be readable for
// normal_form_overrun bytes more.
[[nodiscard]] std::size_t join_if_normal(std::string_view reference, const char* base_bytes,
                                         const url_offsets& base, bool keep_fragment, char* out);

}  // namespace urlsieve

#endif
