// Checks the text after the colon of a scheme without "//", so that prose like "data: see below" and
// "tag:foo" is not taken for a URL.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_OPAQUE_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_OPAQUE_HPP

#include <string_view>

#include "src/references/text/in_text_schemes.hpp"

namespace urlsieve {

// Returns true if `rest`, the text after the colon, begins like a URL of `kind`. `rest` may extend beyond the
// URL. Takes time linear in the distance to the second next colon.
[[nodiscard]] bool opaque_part_begins(text_scheme kind, std::string_view rest);

}  // namespace urlsieve

#endif
