// The short way of URLs of opaque schemes (mailto:, tel:, urn: ...): one vector pass proves that nothing in
// them is to be repaired or settled, and copies them; what is left to do is the scheme's own rule about
// letters.
#ifndef URLSIEVE_URL_OPAQUE_FORM_HPP
#define URLSIEVE_URL_OPAQUE_FORM_HPP

#include <cstddef>
#include <string_view>

#include "src/url/scheme.hpp"

namespace urlsieve {

// Bytes of `url`, in front of which `scheme` stands in lower case, an opaque one, in normal form at a rung:
// at the scheme rung, or at one below. 0: it has an authority, or holds what only the long way knows. Writes
// at most normal_form_overrun bytes more than there are.
[[nodiscard]] std::size_t copy_if_opaque(std::string_view url, const scheme_info& scheme, bool scheme_rung,
                                         char* out);

}  // namespace urlsieve

#endif
