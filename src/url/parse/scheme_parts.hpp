// Names the parts of a URL by its scheme and checks the scheme's grammar: the grammars of
// founding_grammars.hpp, mail addresses, URNs.
#ifndef URLSIEVE_URL_PARSE_SCHEME_PARTS_HPP
#define URLSIEVE_URL_PARSE_SCHEME_PARTS_HPP

#include <string_view>
#include <vector>

#include "src/url/parse/validity.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

struct named_part {
  std::string_view name;   // static string from the grammar: "user", "segment", "typecode", "gtype" ...
  std::string_view value;  // view into the URL
};

// Appends the named parts of `url` in URL order; an empty part is present, an absent part is not. Adds
// violations of the scheme's grammar to the result of find_violations(), at most one for each component, and
// sorts `violations`. For a scheme without a grammar, names the generic parts.
void name_parts(const url_view& url, std::vector<named_part>& parts, std::vector<violation>& violations);

}  // namespace urlsieve

#endif
