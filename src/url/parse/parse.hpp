// Finds the components of a reference: a handwritten form of the regular expression in rfc2396bis-01 Appendix
// B. Holds the parts of parse(), which urlsieve/url.hpp declares. Parsing does not validate (see
// validity.hpp).
#ifndef URLSIEVE_URL_PARSE_PARSE_HPP
#define URLSIEVE_URL_PARSE_PARSE_HPP

#include <string_view>

#include "urlsieve/url_view.hpp"

namespace urlsieve {

// Returns the length of the scheme at the front of `text` (RFC 3986 section 3.1), without ":"; 0 if there is
// no scheme.
[[nodiscard]] std::size_t scheme_length(std::string_view text);

// Returns the components of `reference` by the expression of RFC 3986 Appendix B to the letter: the text
// before the first ":" is a scheme, valid or not, unless it has "/", "?" or "#". parse() accepts only valid
// schemes, as browsers do.
[[nodiscard]] url_offsets parse_by_expression(std::string_view reference);

// Sets userinfo_end, host and port of `at`. Requires: at.authority and at.path are set.
void split_authority(std::string_view reference, url_offsets& at);

}  // namespace urlsieve

#endif
