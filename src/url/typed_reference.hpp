// What a person types or pastes where a URL is asked for: white space around it, the delimiters of a citation
// (url-syntax-05 Appendix E, rfc1738's appendix), and the "url:" of bnf-1993-11 are no part of the reference.
#ifndef URLSIEVE_URL_TYPED_REFERENCE_HPP
#define URLSIEVE_URL_TYPED_REFERENCE_HPP

#include <string_view>

#include "src/text/byte_class.hpp"

namespace urlsieve {

inline constexpr byte_set typed_white_space = byte_set::range('\t', '\r') | byte_set(" ");
inline constexpr byte_set before_typed_reference = typed_white_space | byte_set("<\"uU");

// For what holds, or may hold, more than the reference.
[[nodiscard]] std::string_view without_surroundings(std::string_view text);

// The reference in `text`: without ASCII white space at either end, one pair of "<>" or of double quotes, and
// each "url:", in any case, that stands before a scheme. What is left lies in `text`.
[[nodiscard]] inline std::string_view typed_reference(std::string_view text) {
  const bool bare = !text.empty() && !before_typed_reference.contains(text.front()) &&
                    !typed_white_space.contains(text.back());
  return bare ? text : without_surroundings(text);
}

}  // namespace urlsieve

#endif
