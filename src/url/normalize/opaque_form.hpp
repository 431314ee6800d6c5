// Fast path for URLs of opaque schemes (mailto:, tel:, urn: ...). One vector pass copies the URL and proves
// that it needs no repair; then the case rule of the scheme is applied.
#ifndef URLSIEVE_URL_NORMALIZE_OPAQUE_FORM_HPP
#define URLSIEVE_URL_NORMALIZE_OPAQUE_FORM_HPP

#include <cstddef>
#include <string_view>

#include "src/url/scheme.hpp"

namespace urlsieve {

// Copies `url` to `out` in normal form, at the scheme rung or at a lower rung. Returns the size, or 0 if the
// URL has an authority or needs the slow path. Writes at most normal_form_overrun bytes after the result.
// Requires: `url` begins with the name of the opaque `scheme` in lower case and ":".
[[nodiscard]] std::size_t copy_if_opaque(std::string_view url, const scheme_info& scheme, bool scheme_rung,
                                         char* out);

}  // namespace urlsieve

#endif
