// Which encoding a document is in: byte order mark, transport, what the document says of itself.
#ifndef URLSIEVE_REFERENCES_HTML_CHARSET_HPP
#define URLSIEVE_REFERENCES_HTML_CHARSET_HPP

#include <string_view>

#include "src/codec/charset.hpp"
#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

// What one <meta> says: of charset, or of http-equiv=content-type; UTF-16 taken as UTF-8, x-user-defined as
// windows-1252 (section 13.2.3.2); unknown: nothing.
[[nodiscard]] encoding encoding_of_meta(const html_tag& tag);

// The HTML standard's prescan of the first 1024 bytes (section 13.2.3.2): the encoding of <meta charset> or
// <meta http-equiv=content-type>; unknown if there is none.
[[nodiscard]] encoding prescan_html(std::string_view body);

// "charset=..." in the content of a <meta> (the standard: "Extracting character encodings
// from meta elements"); else empty.
[[nodiscard]] std::string_view charset_of_meta_content(std::string_view content);

// The encoding of an XML declaration (XML 1.0 section 4.3.3); else empty.
[[nodiscard]] std::string_view xml_declared_encoding(std::string_view body);

// The encoding of @charset (CSS Syntax section 3.2); else empty.
[[nodiscard]] std::string_view css_declared_encoding(std::string_view body);

}  // namespace urlsieve

#endif
