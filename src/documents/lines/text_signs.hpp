// Detects pages, feeds, scripts, style sheets and lists of URLs among texts, and texts among other files.
#ifndef URLSIEVE_DOCUMENTS_TEXT_SIGNS_HPP
#define URLSIEVE_DOCUMENTS_TEXT_SIGNS_HPP

#include <cstddef>
#include <optional>

#include "src/documents/input_head.hpp"

namespace urlsieve {

// Returns true for markup in a file named .xhtml or .xht, or an XML declaration before an <html> root in the
// XHTML namespace. A file with an HTML name is HTML, as in browsers.
[[nodiscard]] bool begins_xhtml(const input_head& head);

// Returns true for the tags of the MIME Sniffing standard (section 7.1) and other common tags, and for <html>
// behind an XML declaration. Markdown with tags in front is no page.
[[nodiscard]] bool begins_html(const input_head& head);

// Returns true for an XML declaration, a document type other than html, or the root of a vocabulary with
// links, under any prefix: RSS, Atom, sitemaps and others. Also returns true for a first tag that declares a
// namespace, and for any first tag in a file named .xml, unless the tag is one of HTML.
[[nodiscard]] bool begins_xml(const input_head& head);

// Returns true for a text with the name of a script, if the run reads scripts. Only the name identifies
// JavaScript.
[[nodiscard]] bool begins_script(const input_head& head);

// Returns true for a text with the name of a style sheet. Only the name identifies CSS.
[[nodiscard]] bool begins_style_sheet(const input_head& head);

// Returns true if each line (of the first 64) is one absolute URL, without another URL behind a comma, a
// semicolon or a bar. Returns false if all these lines, perhaps but the last, end in the same delimiter: a
// comma, a semicolon, ")" or an apostrophe.
[[nodiscard]] bool begins_url_list(const input_head& head);

// Returns the offset of the first tag if the input has the name of a page, because a page may begin with any
// text.
[[nodiscard]] std::optional<std::size_t> find_named_html(const input_head& head);

// Returns true if at most 5 % of the first 16 KiB are controls that texts do not contain, NUL among them.
// NULs of UTF-16 within the text do not count.
[[nodiscard]] bool is_text(const input_head& head);

}  // namespace urlsieve

#endif
