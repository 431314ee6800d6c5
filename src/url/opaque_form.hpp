// The short way of URLs of opaque schemes (mailto:, tel:, urn: ...): one vector pass proves that nothing in
// them is to be repaired or unescaped, and copies them; what is left to do is the scheme's own rule about
// letters.
#ifndef URLSIEVE_URL_OPAQUE_FORM_HPP
#define URLSIEVE_URL_OPAQUE_FORM_HPP

#include <cstddef>
#include <string_view>

#include "src/url/scheme.hpp"

namespace urlsieve {

// The row of the opaque scheme, in lower case, that `url` begins with; null: there is none, or an authority
// follows.
[[nodiscard]] const scheme_info* opaque_scheme(std::string_view url);

// Bytes of `url`, which begins with that scheme, in normal form at a rung: at the scheme rung, or at one
// below. 0: it holds what only the long way knows. Writes at most normal_form_overrun bytes more than there
// are.
[[nodiscard]] std::size_t copy_if_opaque(std::string_view url, const scheme_info& scheme, bool scheme_rung,
                                         char* out);

}  // namespace urlsieve

#endif
