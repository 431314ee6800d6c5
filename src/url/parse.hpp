// Where the components of a reference are: the regular expression of rfc2396bis-01 Appendix B, by hand. The
// parts of parse(), which urlsieve/url.hpp declares; whether components are valid is a second question
// (validity.hpp).
#ifndef URLSIEVE_URL_PARSE_HPP
#define URLSIEVE_URL_PARSE_HPP

#include <string_view>

#include "urlsieve/url.hpp"

namespace urlsieve {

// The length of the scheme that `text` begins with (RFC 3986 section 3.1), the ":" not counted; 0: none.
[[nodiscard]] std::size_t scheme_length(std::string_view text);

// Returns the components of `reference` by the expression of RFC 3986 Appendix B to the letter: a scheme is
// whatever is before the first ":" and has no "/", "?" or "#", valid or not. parse() knows valid schemes
// alone, as browsers do.
[[nodiscard]] url_offsets parse_by_expression(std::string_view reference);

// Fills userinfo_end, host and port of `at` from the authority between at.authority and at.path.
void split_authority(std::string_view reference, url_offsets& at);

}  // namespace urlsieve

#endif
