// Reads the encoding that an HTML, XML or CSS document declares.
#ifndef URLSIEVE_REFERENCES_HTML_CHARSET_HPP
#define URLSIEVE_REFERENCES_HTML_CHARSET_HPP

#include <string_view>

#include "src/codec/charset.hpp"
#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

// Returns the encoding that a <meta> declares with charset or http-equiv=content-type; unknown if none.
// UTF-16 is replaced by UTF-8, and x-user-defined by windows-1252 (section 13.2.3.2).
[[nodiscard]] encoding encoding_of_meta(const html_tag& tag);

// Returns the encoding of the first <meta charset> or <meta http-equiv=content-type> in the first 1024 bytes
// (the prescan of the HTML standard, section 13.2.3.2); unknown if none.
[[nodiscard]] encoding prescan_html(std::string_view body);

// Returns the value of "charset=..." in the content of a <meta> (HTML standard, "Extracting character
// encodings from meta elements"); empty if none.
[[nodiscard]] std::string_view charset_of_meta_content(std::string_view content);

// Returns the encoding in an XML declaration (XML 1.0 section 4.3.3); empty if none.
[[nodiscard]] std::string_view xml_declared_encoding(std::string_view body);

// Returns the encoding in an @charset rule (CSS Syntax section 3.2); empty if none.
[[nodiscard]] std::string_view css_declared_encoding(std::string_view body);

}  // namespace urlsieve

#endif
