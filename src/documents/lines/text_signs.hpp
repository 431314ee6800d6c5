// The signs by which pages, feeds, JSON Lines and lists of URLs are told from other text, and text from what
// is none.
#ifndef URLSIEVE_DOCUMENTS_TEXT_SIGNS_HPP
#define URLSIEVE_DOCUMENTS_TEXT_SIGNS_HPP

#include <cstddef>
#include <optional>

#include "src/documents/input_head.hpp"

namespace urlsieve {

// Markup in a file with the name of XHTML, or an XML declaration before a root <html> in the namespace of
// XHTML; but a file with a name of HTML is HTML, as it is to browsers.
[[nodiscard]] bool begins_xhtml(const input_head& head);

// As the MIME Sniffing standard (section 7.1) tells it, and <html> after an XML declaration.
[[nodiscard]] bool begins_html(const input_head& head);

// An XML declaration, or the root of RSS, Atom, a sitemap.
[[nodiscard]] bool begins_xml(const input_head& head);

// A text with the name of a script, where the run reads scripts: nothing in JavaScript tells it from others.
[[nodiscard]] bool begins_script(const input_head& head);

// Each line is a single absolute URL.
[[nodiscard]] bool begins_url_list(const input_head& head);

// The first tag, where the input has a page's name: a page may begin with anything.
[[nodiscard]] std::optional<std::size_t> find_named_html(const input_head& head);

// Whether at most 5 % of its bytes are controls that no text is made of, NUL among them.
[[nodiscard]] bool is_text(const input_head& head);

}  // namespace urlsieve

#endif
