// What a person types or pastes where a URL is asked for: white space around it, the delimiters of a citation
// (url-syntax-05 Appendix E, rfc1738's appendix), and the "url:" of bnf-1993-11 are no part of the reference.
#ifndef URLSIEVE_URL_TYPED_REFERENCE_HPP
#define URLSIEVE_URL_TYPED_REFERENCE_HPP

#include <string_view>

namespace urlsieve {

// The reference in `text`: without ASCII white space at either end, one pair of "<>" or of double quotes, and
// each "url:", in any case, that stands before a scheme. What is left lies in `text`.
[[nodiscard]] std::string_view typed_reference(std::string_view text);

}  // namespace urlsieve

#endif
