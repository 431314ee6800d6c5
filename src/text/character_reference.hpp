// Character references ("&amp;", "&#x26;") as the HTML standard decodes them in attribute values and text
// (section 13.2.5.72 onwards), and the five of XML.
#ifndef URLSIEVE_TEXT_CHARACTER_REFERENCE_HPP
#define URLSIEVE_TEXT_CHARACTER_REFERENCE_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Where a reference stands: in an attribute a legacy name without ";" stays as it is before "=" or an
// alphanumeric ("&sectionId=1").
enum class reference_context { attribute, text };

// Writes what `input`, which begins with "&", stands for to `out` (at most max(3, 2 * consumed) bytes) and
// moves `out` on. Returns how many bytes of `input` it took; 0: it is no reference, nothing was written.
std::size_t decode_character_reference(std::string_view input, reference_context context, char*& out);

// Writes `input` with its references decoded, U+0000 replaced by U+FFFD and line ends made LF, as the
// tokenizer gives it. `out` has room for 3 * input.size() bytes. Returns the end of what was written.
char* decode_character_references(std::string_view input, reference_context context, char* out);

}  // namespace urlsieve

#endif
