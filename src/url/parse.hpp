// Where the components of a reference are: the regular expression of rfc2396bis-01 Appendix B, by hand. Every
// string parses; whether its components are valid is a second question (validity.hpp).
#ifndef URLSIEVE_URL_PARSE_HPP
#define URLSIEVE_URL_PARSE_HPP

#include <string_view>

#include "urlsieve/url.hpp"

namespace urlsieve {

// The length of the scheme that `text` begins with (RFC 3986 section 3.1), the ":" not counted; 0: none.
[[nodiscard]] std::size_t scheme_length(std::string_view text);

// `reference` must be shorter than 4 GiB. What stands before the first ":" is a scheme only if it has the
// characters of one (RFC 3986 section 3.1), else the reference is relative.
[[nodiscard]] url_offsets parse(std::string_view reference);

// Fills userinfo_end, host and port of `at` from the authority between at.authority and at.path.
void split_authority(std::string_view reference, url_offsets& at);

}  // namespace urlsieve

#endif
