// The grammars of rfc1738 section 5, with the forms that bnf-1993-11 and the draft of July 1993 have beside
// them (nntp without a host, prospero's version, a gopher search behind "?") and those of the documents that
// took the schemes over (RFC 5538 for news on a server, RFC 8089 for "file:/x", RFC 9110 for http).
#ifndef URLSIEVE_URL_FOUNDING_GRAMMARS_HPP
#define URLSIEVE_URL_FOUNDING_GRAMMARS_HPP

#include <string_view>

#include "src/url/part_reader.hpp"

namespace urlsieve {

// The grammar of `scheme`, in lower case; null: none of those documents has one.
[[nodiscard]] scheme_grammar founding_grammar(std::string_view scheme);

}  // namespace urlsieve

#endif
