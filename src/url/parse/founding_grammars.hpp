// The grammars of rfc1738 section 5, with additional forms of bnf-1993-11 and the draft of July 1993 (nntp
// without a host, prospero's version, a gopher search after "?"). Includes the forms of later documents (RFC
// 5538 for news on a server, RFC 8089 for "file:/x", RFC 9110 for http).
#ifndef URLSIEVE_URL_PARSE_FOUNDING_GRAMMARS_HPP
#define URLSIEVE_URL_PARSE_FOUNDING_GRAMMARS_HPP

#include <string_view>

#include "src/url/parse/part_reader.hpp"

namespace urlsieve {

// Returns the grammar of `scheme`, which must be in lower case; null if none of these documents has a
// grammar.
[[nodiscard]] scheme_grammar rfc1738_grammar(std::string_view scheme);

}  // namespace urlsieve

#endif
