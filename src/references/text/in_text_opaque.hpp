// What must stand right after the colon of a scheme that needs no "//", so that "data: see below" and
// "tag:foo" in prose are no URLs.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_OPAQUE_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_OPAQUE_HPP

#include <string_view>

#include "src/references/text/in_text_schemes.hpp"

namespace urlsieve {

// `rest` is what follows the colon; more than the URL may be given, as only its front is read.
// Takes time linear in the distance to the next colon but one.
[[nodiscard]] bool opaque_part_begins(text_scheme kind, std::string_view rest);

}  // namespace urlsieve

#endif
