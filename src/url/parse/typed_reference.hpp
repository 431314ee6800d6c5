// Removes text around a reference that a person typed or pasted: white space, the delimiters of a citation
// (url-syntax-05 Appendix E, rfc1738's appendix), and the "url:" of bnf-1993-11.
#ifndef URLSIEVE_URL_PARSE_TYPED_REFERENCE_HPP
#define URLSIEVE_URL_PARSE_TYPED_REFERENCE_HPP

#include <string_view>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

inline constexpr byte_set typed_white_space = byte_set::range('\t', '\r') | byte_set(" ");
inline constexpr byte_set before_typed_reference = typed_white_space | byte_set("<\"uU");

// Slow path of typed_reference(), for text that holds or may hold more than the reference.
[[nodiscard]] std::string_view unquote_reference(std::string_view text);

// Returns the reference in `text`, a view into `text`. Removes ASCII white space at both ends, one pair of
// "<>" or double quotes, and each "url:", in any case, before a scheme.
[[nodiscard]] inline std::string_view typed_reference(std::string_view text) {
  const bool bare = !text.empty() && !before_typed_reference.contains(text.front()) &&
                    !typed_white_space.contains(text.back());
  return bare ? text : unquote_reference(text);
}

}  // namespace urlsieve

#endif
