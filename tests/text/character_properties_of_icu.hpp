// The properties of src/text/encodings/character_property.hpp, computed by ICU.
#ifndef URLSIEVE_TESTS_CHARACTER_PROPERTIES_OF_ICU_HPP
#define URLSIEVE_TESTS_CHARACTER_PROPERTIES_OF_ICU_HPP

#include <unicode/uchar.h>

#include "src/text/encodings/character_property.hpp"

namespace urlsieve::of_icu {

inline constexpr UChar32 first_character = 0x80;
inline constexpr UChar32 last_character = 0x10FFFF;

inline character_kind kind_of(UChar32 character) {
  const std::uint32_t category = U_GET_GC_MASK(character);
  if ((category & U_GC_SO_MASK) != 0) return character_kind::pictogram;
  const bool separates = (category & (U_GC_P_MASK | U_GC_S_MASK | U_GC_Z_MASK | U_GC_C_MASK)) != 0;
  return separates ? character_kind::separator : character_kind::word;
}

inline bool is_sentence_punctuation(UChar32 character) {
  return u_hasBinaryProperty(character, UCHAR_TERMINAL_PUNCTUATION) != 0 ||
         u_hasBinaryProperty(character, UCHAR_S_TERM) != 0;
}

}  // namespace urlsieve::of_icu

#endif
