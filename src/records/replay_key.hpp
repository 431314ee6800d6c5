// The key of a URL in the indexes of replay programs, which look a URL up by this key.
#ifndef URLSIEVE_RECORDS_REPLAY_KEY_HPP
#define URLSIEVE_RECORDS_REPLAY_KEY_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Returns the SURT of `url` under the rules of the Wayback Machine, as pywb, OutbackCDX and Common Crawl's
// index compute it: without scheme, user, "www.", default port, fragment, session identifiers and final
// slash; host reversed; escapes decoded repeatedly and encoded once; dot segments removed; path and query in
// lower case; parameters sorted. The key of a URL whose port is no port is the URL in lower case. A key has
// no white space. Linear in the size of `url`.
[[nodiscard]] std::string replay_key(std::string_view url);

}  // namespace urlsieve

#endif
