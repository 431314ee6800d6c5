// What decides where tags are in XML (XML 1.0 sections 2.4 to 2.8), read without a demand for
// well-formedness.
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

// Reads what the "<" at `at` begins. A tag is not read: `end` is `at` (read_tag() reads it). A "<" that
// begins nothing is text of one byte. A DOCTYPE ends behind its internal subset. Linear in what it takes.
[[nodiscard]] xml_markup read_xml_markup(std::string_view input, std::size_t at);

// Returns the name without its prefix.
[[nodiscard]] constexpr std::string_view local_name(std::string_view name) {
  return name.substr(name.find(':') + 1);
}

}  // namespace urlsieve

#endif
