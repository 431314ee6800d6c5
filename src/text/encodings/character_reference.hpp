// Decodes character references ("&amp;", "&#x26;") as the HTML standard does in attribute values and text
// (section 13.2.5.72 onwards). Includes the five references of XML.
#ifndef URLSIEVE_TEXT_ENCODINGS_CHARACTER_REFERENCE_HPP
#define URLSIEVE_TEXT_ENCODINGS_CHARACTER_REFERENCE_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// The context of a reference. In an attribute, a legacy name without ";" is not decoded before "=" or an
// alphanumeric ("&sectionId=1").
enum class reference_context { attribute, text };

// Decodes the reference at the front of `input`, writes at most max(3, 2 * consumed) bytes to `out`, and
// advances `out`. Returns the number of consumed bytes; returns 0 and writes nothing if `input` begins with
// no reference. Requires: `input` begins with "&".
std::size_t decode_character_reference(std::string_view input, reference_context context, char*& out);

// Writes `input` to `out` and returns the end. Decodes references, replaces U+0000 by U+FFFD, and converts
// line ends to LF, as the tokenizer does. Requires: `out` has 3 * input.size() bytes.
char* decode_character_references(std::string_view input, reference_context context, char* out);

}  // namespace urlsieve

#endif
