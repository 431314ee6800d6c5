// What the parts of a URL are called in its own scheme, and where they break that scheme's grammar: those of
// founding_grammars.hpp, mail addresses, URNs.
#ifndef URLSIEVE_URL_SCHEME_PARTS_HPP
#define URLSIEVE_URL_SCHEME_PARTS_HPP

#include <string_view>
#include <vector>

#include "src/url/validity.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

struct named_part {
  std::string_view name;   // static, as in the grammar: "user", "segment", "typecode", "gtype" ...
  std::string_view value;  // in the URL
};

// Appends the named parts of `url`, in their order: an empty part is there, an absent one is not. Adds what
// its scheme does not allow to what find_violations() found, of each component the first; leaves them in
// order. A scheme without a grammar here gives the generic parts.
void name_parts(const url_view& url, std::vector<named_part>& parts, std::vector<violation>& violations);

}  // namespace urlsieve

#endif
