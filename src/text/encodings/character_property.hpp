// Unicode properties of characters beyond ASCII, from tables compiled into the program; loads no library.
//
// character_property.inc holds the tables. tests/text/write_character_properties.cpp writes that file from
// ICU, and character_property_test compares the tables with ICU, character by character.
#ifndef URLSIEVE_TEXT_ENCODINGS_CHARACTER_PROPERTY_HPP
#define URLSIEVE_TEXT_ENCODINGS_CHARACTER_PROPERTY_HPP

#include <cstdint>

namespace urlsieve {

enum class character_kind : std::uint8_t {
  word,       // letters, marks and numbers (General_Category L, M, N)
  pictogram,  // other symbols, such as emoji (So)
  separator,  // punctuation, the other symbols, blanks, controls, unassigned (P, Sc, Sk, Sm, Z, C)
};

// Returns the kind of `character`. Requires: character >= 0x80. Time: a binary search.
[[nodiscard]] character_kind kind_of_character(char32_t character);

// Returns true if `character` has the property Terminal_Punctuation or Sentence_Terminal, as U+061F (the
// Arabic question mark) and U+0964 (the danda) have.
// Requires: character >= 0x80. Time: a binary search.
[[nodiscard]] bool is_sentence_punctuation(char32_t character);

}  // namespace urlsieve

#endif
