// The table of named character references of the HTML standard (section 13.5).
#ifndef URLSIEVE_TEXT_ENCODINGS_CHARACTER_REFERENCE_NAMES_HPP
#define URLSIEVE_TEXT_ENCODINGS_CHARACTER_REFERENCE_NAMES_HPP

#include <cstddef>

namespace urlsieve {

// Rows "NAME=HEX " or "NAME=HEX+HEX ", sorted by the bytes of the name. The name includes its ";", if any.
extern const char* const character_reference_names;
inline constexpr std::size_t character_reference_count = 2231;

}  // namespace urlsieve

#endif
