// Finds tags in XML: reads text, comments, CDATA sections, instructions and declarations (XML 1.0 sections
// 2.4 to 2.8), without checks for well-formedness.
#ifndef URLSIEVE_MARKUP_XML_MARKUP_HPP
#define URLSIEVE_MARKUP_XML_MARKUP_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

enum class xml_kind : std::uint8_t { text, tag, comment, cdata, instruction, declaration };

struct xml_markup {
  xml_kind kind = xml_kind::text;
  std::string_view content;  // of a comment or a CDATA section
  std::size_t end = 0;       // where reading resumes; the input's size if the markup does not end
};

// Reads the markup that the "<" at `at` begins. For a tag, sets `end` to `at`; read_tag() reads the tag. A
// "<" without markup is text of one byte. A DOCTYPE includes its internal subset. Time is linear in the bytes
// read.
[[nodiscard]] xml_markup read_xml_markup(std::string_view input, std::size_t at);

// Returns the offset of the "<" of the first element; npos if there is none.
[[nodiscard]] std::size_t root_at(std::string_view input);

// Returns the name without its prefix.
[[nodiscard]] constexpr std::string_view local_name(std::string_view name) {
  return name.substr(name.find(':') + 1);
}

}  // namespace urlsieve

#endif
